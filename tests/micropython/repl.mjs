// MicroPython's raw REPL on a TCP port, for tools that speak to boards. Prints the port.
//
//     node repl.mjs NODE_MODULES < request.json
//
// The request is {"files": {path: text}}. One client at a time; what it left half done is there for the next one, as on
// a board whose cable was pulled. The build has no raw-paste mode and would wait for ever in it: the probe is answered
// here, with "understood, but not supported". No JavaScript is called from Python: while the REPL runs, its proxies are
// collected too early.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PACKAGE = "@micropython/micropython-webassembly-pyscript/micropython.mjs";
const PROBE = Buffer.from("\x05A\x01");

const { files } = JSON.parse(readFileSync(0, "utf8"));
const { loadMicroPython } = await import(pathToFileURL(resolve(process.argv[2], PACKAGE)));
let client;
const python = await loadMicroPython({
  linebuffer: false,
  stdout: (bytes) => client?.write(Buffer.from(bytes)), // a copy: the bytes are the interpreter's own
});
for (const [path, text] of Object.entries(files)) {
  python.FS.mkdirTree(posix.dirname(path));
  python.FS.writeFile(path, text);
}
python.runPython("import sys\nsys.path[:] = ['', '/lib']");
python.replInit();

createServer((socket) => {
  client = socket.setNoDelay();
  socket.on("data", (data) => {
    for (let at = 0; at < data.length; at++) {
      if (data.subarray(at, at + PROBE.length).equals(PROBE)) {
        socket.write("R\x00");
        at += PROBE.length - 1;
      } else {
        python.replProcessChar(data[at]);
      }
    }
  });
  socket.on("error", () => {});
}).listen(0, "127.0.0.1", function () {
  console.log(this.address().port);
});
