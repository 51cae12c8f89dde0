import { closeSync, openSync, utimesSync, writeSync } from 'node:fs';

const spare = []; // thousands of files, written one or two at a time

/** A transcript being written: memory holds a buffer, whatever its length. `tally` adds up all of them. */
export class Sink {
  #path;
  #fd;
  #buffer = spare.pop() ?? Buffer.allocUnsafe(1 << 20);
  #used = 0;
  #tally;
  messages = 0;

  constructor(path, tally) {
    this.#path = path;
    this.#fd = openSync(path, 'w');
    this.#tally = tally;
    tally.transcripts += 1;
  }

  line(record) {
    this.text(`${JSON.stringify(record)}\n`);
    if (record.type === 'user' || record.type === 'assistant') this.count(1);
  }

  text(text) {
    const most = text.length * 3; // bytes, at worst
    if (this.#used + most > this.#buffer.length) this.#flush();
    if (most > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(most);
    const written = this.#buffer.write(text, this.#used);
    this.#used += written;
    this.#tally.bytes += written;
  }

  count(messages) {
    this.messages += messages;
    this.#tally.messages += messages;
  }

  #flush() {
    writeSync(this.#fd, this.#buffer, 0, this.#used);
    this.#used = 0;
  }

  /** The file's time is that of its last record. */
  close(time) {
    this.#flush();
    spare.push(this.#buffer);
    closeSync(this.#fd);
    utimesSync(this.#path, time / 1000, time / 1000);
  }
}
