// Runs one Python script on MicroPython for WebAssembly, with a file system laid out like a board's.
//
//     node --expose-gc micropython.mjs NODE_MODULES < request.json
//
// The request is {"files": {path: base64}, "script": text}. The script's output goes to standard output; its traceback
// goes to standard error, with exit status 1. The script may `await` at its top level.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const PACKAGE = "@micropython/micropython-webassembly-pyscript/micropython.mjs";
const PYSTACK_WORDS = 512; // the 2048 bytes that CircuitPython gives Python calls unless a board is set otherwise

const { files, script } = JSON.parse(readFileSync(0, "utf8"));
const { loadMicroPython } = await import(pathToFileURL(resolve(process.argv[2], PACKAGE)));
const output = [];
const python = await loadMicroPython({
  pystack: PYSTACK_WORDS,
  linebuffer: false, // otherwise a last line without its newline is lost
  stdout: (bytes) => output.push(bytes),
});

for (const [path, data] of Object.entries(files)) {
  python.FS.mkdirTree(posix.dirname(path));
  python.FS.writeFile(path, Buffer.from(data, "base64"));
}
python.registerJsModule("_node", {
  // Bytes cross as hexadecimal text: a bytes object would arrive as a proxy, which is three times as slow.
  digest: (name, data) => createHash(name).update(data, "hex").digest("hex"),
  // MicroPython collects once its caller has control; objects that JavaScript held are let go after JavaScript's own
  // collection, in the event loop.
  async collect() {
    globalThis.gc();
    await setImmediate();
  },
});

try {
  // Without ".frozen": what is frozen into this build (itertools, functools, hmac…) is on no board.
  python.runPython("import sys\nsys.path[:] = ['', '/lib']");
  await python.runPythonAsync(script);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
process.stdout.write(Buffer.concat(output));
