// An RP2040 that runs unmodified CircuitPython firmware, with what a `raspberry_pi_pico` device has: a SPI flash with the
// CIRCUITPY drive, USB serial, keys, an SSD1306 or SH1106 on I2C, a NeoPixel on PIO and two UARTs. Python drives it (board.py).
//
//     node emulator.mjs NODE_MODULES FIRMWARE.uf2 BOOTROM.ts DRIVE.img
//
// Each line on standard input is a request, each line on standard output its answer, both JSON. A request:
//     ms      how long to run, in milliseconds of the board's own time, and
//     draws   how many changes of the screen end that run early, 0 for none
//     keys    [[pin, whether it is down], ...], now
//     wires   bytes that reach UART 0 and UART 1, each in hexadecimal, at 115,200 baud
//     serial  text for USB serial
//     display the chip of the display, whose power comes now, or "none": it has none from now on
//     save    a path into which to write the non-volatile memory and the drive behind it; a board starts with such a file too
// The answer: ms since power came on; serial, wires (what came out); draws ([ms at which the screen had changed, ...]);
// screen (what can be seen, 1,024 bytes as an SSD1306 has them, in hexadecimal); heaps ([ms, bytes free, the largest piece, all bytes] at
// the end of each collection of garbage); reset (whether the chip was reset: then there is nothing more to run).
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const [, , modules, firmware, bootrom, drive] = process.argv;
const { Simulator, USBCDC } = createRequire(resolve(modules, "any"))("rp2040js");

const CYCLE_NS = 8; // at 125 MHz
const FLASH_AT = 0x10000000;
const SRAM_AT = 0x20000000;
const DRIVE_AT = 0x100000; // in the flash: CircuitPython keeps the first MiB for itself
const DRIVE_BYTES = 0x100000;
const NVM_BYTES = 0x1000; // right before it
const ERASE_NS = 45e6; // of a sector, and
const PROGRAM_NS = 0.4e6; // of a page: typical for a W25Q16JV (Winbond's data sheet, 9.6)
const I2C_BYTE_NS = 9 * 2500; // eight bits and the acknowledgement at 400 kHz
const UART_BYTE_NS = 1e10 / 115200; // eight bits, start and stop
const UART_FIFO = 32; // bytes
const SDA = 4, SCL = 5, OLED = 0x3c;
const KEYS = [13, 14, 15];
const QUIET_MS = 12; // the two halves of one refresh of the display come closer together
const PIO_CYCLES = 10; // of the CPU's: the NeoPixel's state machine runs at 12.8 MHz

// What answers the SPI commands of a W25Q16, a byte at a time while it is selected.
class Flash {
  constructor(bytes, clock) {
    Object.assign(this, { bytes, clock, received: [], busyUntil: 0, writable: false });
  }
  select(on) {
    if (!on && this.command !== undefined) this.finish();
    this.command = undefined;
    this.page = [];
    this.count = this.address = 0;
  }
  transfer(byte) {
    let answer = 0xff;
    if (this.command === undefined) this.command = byte;
    else {
      const at = this.count++;
      if (this.command === 0x9f) answer = [0xef, 0x40, 21][at] ?? 0; // who made it, what it is, 2 ** 21 bytes
      else if (this.command === 0x05) answer = this.clock.nanos < this.busyUntil ? 1 : 0;
      else if (this.command === 0x35) answer = 0;
      else if (at < 3) this.address = (this.address << 8) | byte;
      else if (this.command === 0x03) answer = this.bytes[this.address++];
      else if (this.command === 0x02) this.page.push(byte);
    }
    this.received.push(answer);
  }
  finish() {
    if (this.command === 0x06) this.writable = true;
    else if (this.writable && [0x02, 0x20, 0xd8].includes(this.command)) {
      const size = { 0x02: 0x100, 0x20: 0x1000, 0xd8: 0x10000 }[this.command];
      const start = this.address & ~(size - 1);
      if (this.command === 0x02) this.page.forEach((byte, i) => (this.bytes[start + ((this.address + i) % size)] &= byte));
      else this.bytes.fill(0xff, start, start + size);
      this.busyUntil = this.clock.nanos + (this.command === 0x02 ? PROGRAM_NS : ERASE_NS);
      this.writable = false;
    }
  }
}

// The chip's registers between the CPU and that flash, which rp2040js does not have.
function connectFlash(mcu, flash) {
  const pins = mcu.peripherals[0x40018], ssi = mcu.peripherals[0x18000], sio = mcu.sio;
  const SELECT = 0x0c, DATA = 0x60, registers = new Map();
  const override = () => ((registers.get(SELECT) ?? 0) >> 8) & 3; // 2: selected, 3: not, below: as in normal reads
  const read = ssi.readUint32.bind(ssi), write = ssi.writeUint32.bind(ssi), readPins = sio.readUint32.bind(sio);
  pins.readUint32 = (offset) => registers.get(offset) ?? 0; // that of SD1 is the boot ROM's sign to give up
  pins.writeUint32 = (offset, value) => {
    const before = override();
    registers.set(offset, value);
    if ((before === 2) !== (override() === 2)) flash.select(override() === 2);
  };
  ssi.readUint32 = (offset) => {
    if (override() >= 2) {
      if (offset === 0x24) return flash.received.length;
      if (offset === 0x28) return flash.received.length ? 0x0e : 0x06;
      if (offset === DATA) return flash.received.shift() ?? 0;
    }
    return read(offset);
  };
  ssi.writeUint32 = (offset, value) => {
    if (offset !== DATA || override() < 2) write(offset, value);
    else if (override() === 2) flash.transfer(value & 0xff);
    else flash.received.push(0xff);
  };
  sio.readUint32 = (offset) => (offset === 8 ? readPins(8) | 0x3e : readPins(offset)); // BOOTSEL is not pressed
}

// An SSD1306 at I2C0: the picture that it shows, and when it changed. Bytes take their time on the wire.
class Oled {
  constructor(mcu, clock) {
    Object.assign(this, { clock, memory: Buffer.alloc(1024), columns: [0, 127], pages: [0, 7], x: 0, y: 0 });
    Object.assign(this, { wanted: 0, values: [], drawn: 0, changed: false, changes: [] });
    this.power("ssd1306");
    const i2c = mcu.i2c[0];
    let answers = false;
    const acknowledge = clock.createAlarm(() => i2c.completeWrite(answers));
    i2c.onConnect = (address) => {
      answers = address === OLED && this.chip !== "none";
      this.control = undefined;
      i2c.completeConnect(answers);
    };
    // Its status: whether the picture is off; which chip it is.
    i2c.onReadByte = () => i2c.completeRead((this.on ? 0 : 0x40) | (this.chip === "sh1106" ? 0x08 : 0x06));
    i2c.onWriteByte = (value) => {
      if (answers) this.take(value);
      acknowledge.schedule(I2C_BYTE_NS);
    };
    const clear = () => {
      acknowledge.cancel();
      Object.assign(i2c, { state: 0, busy: false, stop: false, pendingRestart: false });
      i2c.txFIFO.reset();
    };
    // Switched off or reset in the middle of something, the chip's I2C forgets it; rp2040js goes on.
    const write = i2c.writeUint32.bind(i2c), resets = mcu.peripherals[0x4000c], reset = resets.writeUint32.bind(resets);
    i2c.writeUint32 = (offset, value) => {
      if (offset === 0x6c && !(value & 1)) clear();
      write(offset, value);
    };
    resets.writeUint32 = (offset, value) => {
      reset(offset, value);
      if (offset === 0 && value & 8) {
        clear();
        i2c.rxFIFO.reset();
        Object.assign(i2c, { enable: 0, intRaw: 0, abortSource: 0 });
      }
    };
    this.answerProbes(mcu.gpio[SDA], mcu.gpio[SCL]);
  }
  // CircuitPython asks by hand, at the pins, whether anything answers at an address.
  answerProbes(sda, scl) {
    let data = true, high = true, bits = -1, byte = 0;
    const look = () => {
      const wasData = data, wasHigh = high;
      data = sda.value !== 0;
      high = scl.value !== 0;
      if (high && wasHigh && wasData && !data && bits < 0) bits = byte = 0; // start
      else if (high && wasHigh && !wasData && data) bits = -1; // stop
      else if (high && !wasHigh && bits >= 0 && bits < 8) byte = (byte << 1) | data, bits++;
      else if (!high && wasHigh && bits === 8) bits++, byte >> 1 === OLED && this.chip !== "none" && sda.setInputValue(false);
      else if (!high && wasHigh && bits === 9) bits = -1, sda.setInputValue(true);
    };
    sda.setInputValue(true);
    scl.setInputValue(true);
    sda.addListener(look);
    scl.addListener(look);
  }
  // Power comes or goes: the picture is off, its own supply too, and its memory holds nothing in particular.
  power(chip) {
    Object.assign(this, { chip, on: false, pumped: false });
    this.memory.fill(0x5a);
  }
  seen() {
    return this.on && this.pumped ? this.memory : Buffer.alloc(1024);
  }
  take(byte) {
    if (this.control === undefined) this.control = byte;
    else if (this.control & 0x40) this.draw(byte);
    else {
      this.command(byte);
      if (this.control & 0x80) this.control = undefined;
    }
  }
  command(byte) {
    const more = { 0x21: 2, 0x22: 2 }[byte] ?? ([0x20, 0x81, 0x8d, 0xa8, 0xad, 0xd3, 0xd5, 0xd9, 0xda, 0xdb].includes(byte) ? 1 : 0);
    if (this.wanted) {
      this.values.push(byte);
      if (--this.wanted === 0 && this.name === 0x21) [this.columns, this.x] = [this.values, this.values[0]];
      if (this.wanted === 0 && this.name === 0x22) [this.pages, this.y] = [this.values, this.values[0]];
      if ([0x8d, 0xad].includes(this.name)) this.pumped = true;
    } else {
      [this.name, this.wanted, this.values] = [byte, more, []];
      if (byte >> 1 === 0x57) this.on = byte === 0xaf;
      if (this.chip !== "sh1106") return; // its pages are chosen one by one, and it has two more columns on each side
      if (byte >> 3 === 0x16) this.pages = [this.y = byte & 7, 7];
      if (byte >> 4 === 0) this.x = (this.x & 0xf0) | byte;
      if (byte >> 4 === 1) this.x = (this.x & 0x0f) | ((byte & 0x0f) << 4);
    }
  }
  draw(byte) {
    if (this.chip === "sh1106") {
      if (this.x >= 2 && this.x < 130) this.memory[this.y * 128 + this.x - 2] = byte;
      [this.x, this.changed, this.drawn] = [this.x + 1, true, this.clock.nanos + I2C_BYTE_NS];
      return;
    }
    const at = this.y * 128 + this.x;
    this.changed ||= this.memory[at] !== byte;
    this.memory[at] = byte;
    this.drawn = this.clock.nanos + I2C_BYTE_NS;
    if (++this.x > this.columns[1]) {
      this.x = this.columns[0];
      if (++this.y > this.pages[1]) this.y = this.pages[0];
    }
  }
  // Called every millisecond: a change counts once the whole refresh is through.
  look() {
    if (this.changed && this.clock.nanos - this.drawn > QUIET_MS * 1e6) {
      this.changed = false;
      this.changes.push(this.drawn / 1e6);
    }
  }
}

// Both UARTs: bytes leave and arrive one by one, as the wire lets them.
class Wires {
  constructor(mcu, clock) {
    this.sent = [[], []];
    this.coming = [[], []];
    this.feeders = [0, 1].map((index) => {
      const uart = mcu.uart[index], waiting = [], read = uart.readUint32.bind(uart);
      const sender = clock.createAlarm(() => {
        this.sent[index].push(waiting.shift());
        if (waiting.length) sender.schedule(UART_BYTE_NS);
      });
      uart.onByte = (byte) => {
        if (waiting.push(byte) === 1) sender.schedule(UART_BYTE_NS);
      };
      uart.readUint32 = (offset) => { // flags: still busy, and the FIFO's being full or empty
        if (offset !== 0x18) return read(offset);
        const busy = (waiting.length ? 0x08 : 0x80) | (waiting.length >= UART_FIFO ? 0x20 : 0);
        return (uart.flags & ~0x80) | busy;
      };
      const feeder = clock.createAlarm(() => {
        uart.feedByte(this.coming[index].shift());
        if (this.coming[index].length) feeder.schedule(UART_BYTE_NS);
      });
      return feeder;
    });
  }
  feed(index, bytes) {
    if (!this.coming[index].length && bytes.length) this.feeders[index].schedule(UART_BYTE_NS);
    this.coming[index].push(...bytes);
  }
}

// Python's heap, read from the garbage collector's own tables (MicroPython's py/gc.c, mp_state_mem_area_t): two bits for
// each block of 16 bytes, 0 for a free one. The collector's last act is to note that it will look for room from the
// start of the heap again: that write is the moment to look.
class Heap {
  constructor(mcu, clock) {
    this.view = mcu.sramView;
    this.bytes = mcu.sram;
    this.collections = [];
    this.watched = 0;
    const write = mcu.writeUint32.bind(mcu);
    mcu.writeUint32 = (address, value) => {
      write(address, value);
      if (address === this.watched && value === 0) {
        const { free, largest, all } = this.measure();
        if (all) this.collections.push([clock.nanos / 1e6, free, largest, all]);
      }
    };
  }
  word(at) {
    return this.view.getUint32(at, true);
  }
  area(at) { // what stands there: next, table, its length, that of finalisers, maybe another, the pool's start and end
    if (at < 0 || at + 40 > this.bytes.length) return null;
    const table = this.word(at + 4) - SRAM_AT, length = this.word(at + 8);
    if (table < 0 || table >= this.bytes.length || length < 64 || length > 4096) return null;
    for (const pool of [at + 16, at + 20]) {
      const start = this.word(pool) - SRAM_AT, end = this.word(pool + 4) - SRAM_AT;
      if (start > table && end <= this.bytes.length && end - start === length * 64) return { table, length, last: pool + 8 };
    }
    return null;
  }
  find() { // the first area, the only one that does not lie in another's reach; none before Python has started
    const found = [];
    for (let at = 0; at < this.bytes.length; at += 4) if (this.area(at)) found.push(at);
    const later = new Set(found.map((at) => this.word(at) - SRAM_AT));
    this.first = found.find((at) => !later.has(at));
    this.watched = this.first === undefined ? 0 : this.area(this.first).last + SRAM_AT;
  }
  measure() {
    let free = 0, largest = 0, all = 0;
    for (let at = this.first, area; (area = this.area(at)); at = this.word(at) - SRAM_AT) {
      let run = 0;
      for (let block = 0; block < area.length * 4; block++) {
        const kind = (this.bytes[area.table + (block >> 2)] >> (2 * (block & 3))) & 3;
        run = kind ? 0 : run + 16;
        if (!kind) free += 16;
        if (run > largest) largest = run;
      }
      all += area.length * 64;
    }
    return { free, largest, all };
  }
}

const simulator = new Simulator(), mcu = simulator.rp2040, { clock } = simulator, { core } = mcu;
const quiet = () => {};
mcu.logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
mcu.loadBootrom(Uint32Array.from(readFileSync(bootrom, "utf8").match(/0x[0-9a-fA-F]{8}/g), Number));
const uf2 = readFileSync(firmware);
for (let at = 0; at < uf2.length; at += 512) {
  mcu.flash.set(uf2.subarray(at + 32, at + 32 + uf2.readUInt32LE(at + 16)), uf2.readUInt32LE(at + 12) - FLASH_AT);
}
const kept = readFileSync(drive);
mcu.flash.set(kept, DRIVE_AT + DRIVE_BYTES - kept.length);
connectFlash(mcu, new Flash(mcu.flash, clock));
const oled = new Oled(mcu, clock), wires = new Wires(mcu, clock), heap = new Heap(mcu, clock);
for (const pin of KEYS) mcu.gpio[pin].setInputValue(true); // none is pressed
let wasReset = false;
mcu.peripherals[0x40058].onWatchdogTrigger = () => (wasReset = true);

let serial = "";
const toBoard = [], usb = new USBCDC(mcu.usbCtrl), answer = mcu.usbCtrl.onEndpointRead;
usb.onSerialData = (bytes) => (serial += Buffer.from(bytes).toString("latin1"));
let asked = null; // what the board asked for when there was nothing: to answer at once would keep it busy for ever
mcu.usbCtrl.onEndpointRead = (endpoint, size) => {
  if (endpoint === usb.outEndpoint && usb.txFIFO.empty) asked = [endpoint, size];
  else answer(endpoint, size);
};

const everyMs = clock.createAlarm(() => {
  everyMs.schedule(1e6);
  oled.look();
  for (let room = 48; room && toBoard.length; room--) usb.sendSerialByte(toBoard.shift());
  if (asked && !usb.txFIFO.empty) answer(...asked, (asked = null));
  if (!heap.watched && Math.floor(clock.nanos / 1e6) % 50 === 0) heap.find();
});
everyMs.schedule(1e6);

let pioRuns = false, sinceStep = 0; // PIO runs in step with the CPU
for (const pio of mcu.pio) pio.run = () => (pioRuns = true);
function stepPio(cycles) {
  for (sinceStep = Math.min(sinceStep + cycles, 64 * PIO_CYCLES); sinceStep >= PIO_CYCLES; sinceStep -= PIO_CYCLES) {
    for (const pio of mcu.pio) if (!pio.stopped) pio.step();
  }
  pioRuns = mcu.pio.some((pio) => !pio.stopped);
}

function run(untilNs, isOver) {
  while (clock.nanosCounter < untilNs && !wasReset && !isOver()) {
    const alarm = clock.nextAlarm, until = Math.min(untilNs, alarm.nanos);
    if (core.pendingInterrupts & core.enabledInterrupts) core.waiting = false; // WFI ends at once where one is pending
    if (core.waiting) {
      const wait = Math.max(until - clock.nanosCounter, 0);
      clock.tick(wait);
      if (pioRuns) stepPio(wait / CYCLE_NS);
      continue;
    }
    do {
      const cycles = core.executeInstruction();
      clock.nanosCounter += cycles * CYCLE_NS;
      if (pioRuns) stepPio(cycles);
    } while (clock.nanosCounter < until && clock.nextAlarm === alarm && !core.waiting);
    clock.tick(0);
  }
}

core.PC = FLASH_AT;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { ms, draws = 0, keys = [], wires: [left, right] = ["", ""], serial: text = "", display, save } = JSON.parse(line);
  if (display) oled.power(display);
  for (const [pin, down] of keys) mcu.gpio[pin].setInputValue(!down);
  wires.feed(0, Buffer.from(left, "hex"));
  wires.feed(1, Buffer.from(right, "hex"));
  toBoard.push(...Buffer.from(text));
  run(clock.nanos + ms * 1e6, () => draws && oled.changes.length >= draws);
  if (save) writeFileSync(save, mcu.flash.subarray(DRIVE_AT - NVM_BYTES, DRIVE_AT + DRIVE_BYTES));
  const told = { ms: clock.nanos / 1e6, serial, wires: wires.sent.map((bytes) => Buffer.from(bytes).toString("hex")) };
  Object.assign(told, { draws: oled.changes, screen: oled.seen().toString("hex"), heaps: heap.collections, reset: wasReset });
  console.log(JSON.stringify(told));
  [serial, wires.sent, oled.changes, heap.collections] = ["", [[], []], [], []];
});
