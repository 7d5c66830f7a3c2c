// eventsource.mjs MODULE SOCKET ID LOG STREAMS: as many EventSources read the run, through a
// connection each that is cut after a random number of bytes, until the server answers 204. What
// each has read is the log.
import { connect, createServer } from 'node:net';
import { readFileSync } from 'node:fs';
const [, , module, path, id, log, streams] = process.argv;
const { EventSource } = await import(module);
const expected = readFileSync(log, 'utf8');

let cuts = 0, whole = 0;
const proxy = createServer((client) => {
  const server = connect({ path });
  let left = Math.floor(Math.random() ** 2 * 3 * expected.length);
  client.on('data', (data) => server.write(data));
  server.on('data', (data) => {
    client.write(data.subarray(0, left));
    left -= data.length;
    if (left > 0) return;
    ++cuts;
    client.end();
    server.destroy();
  });
  server.on('end', () => client.end());
  for (const [one, other] of [[client, server], [server, client]]) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}).listen(0, '127.0.0.1');
await new Promise((listens) => proxy.on('listening', listens));

const names = [...new Set(expected.trim().split('\n').map((line) => JSON.parse(line).event))];
const read = () => new Promise((resolve, reject) => {
  let text = '';
  const source
    = new EventSource(`http://localhost:${proxy.address().port}/v1/runs/${id}/events`);
  for (const name of names) source.addEventListener(name, (event) => (text += event.data + '\n'));
  source.addEventListener('error', (event) => {
    if (source.readyState !== EventSource.CLOSED) return;
    if (event.code !== 204) return reject(new Error(`closed: ${event.code} ${event.message}`));
    if (text !== expected) return reject(new Error('a stream is not the log: ' + text.slice(-300)));
    ++whole;
    resolve();
  });
});
for (let begun = 0; begun < streams; begun += 250)
  await Promise.all(Array.from({ length: Math.min(250, streams - begun) }, read));
console.log(JSON.stringify({ whole, cuts }));
process.exit();
