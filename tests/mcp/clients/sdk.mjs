// The client of the TypeScript SDK over HTTP: sdk.mjs CLIENT URL ERA PIXEL, with CLIENT the module of
// the SDK. It makes the calls that a model would, and ends with status 0 if each answer is right.
import assert from 'node:assert/strict';

const [module, url, era, pixel] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } = await import(module);
const mode = era === 'modern' ? { pin: '2026-07-28' } : era;
const client = new Client({ name: 'sdk', version: '1' }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

const call = (name, input, options) => client.callTool({ name, arguments: input }, options);
const text = (result) => result.content[0].text;

const { tools } = await client.listTools();
assert.ok(tools.some((tool) => tool.name === 'fs_listdir'));
assert.match(text(await call('fs_listdir', {})), /"path":"notes.txt"/);
assert.equal(JSON.parse(text(await call('fs_read_file', { path: 'notes.txt' }))).content, 'Tea\n');
const edited = await call('fs_edit', { path: 'notes.txt', oldString: 'Tea', newString: era });
assert.equal(JSON.parse(text(edited)).replacements, 1);
const absent = await call('fs_read_file', { path: 'absent' });
assert.ok(absent.isError && text(absent).includes('NOT_FOUND'));
const image = await call('fs_read_file', { path: 'pixel.png' });
assert.deepEqual(image.content[1], { type: 'image', data: pixel, mimeType: 'image/png' });

// Resources.
const { resources } = await client.listResources();
assert.ok(resources.some((resource) => resource.uri === 'workspace:///notes.txt'));
const { resourceTemplates } = await client.listResourceTemplates();
assert.equal(resourceTemplates[0].uriTemplate, 'workspace:///{+path}');
const read = await client.readResource({ uri: 'workspace:///notes.txt' });
assert.equal(read.contents[0].text, `${era}\n`);
const picture = await client.readResource({ uri: 'workspace:///pixel.png' });
assert.equal(picture.contents[0].blob, pixel);
await assert.rejects(client.readResource({ uri: 'workspace:///absent' }), /unknown resource/);
const { completion } = await client.complete({
  ref: { type: 'ref/resource', uri: 'workspace:///{+path}' },
  argument: { name: 'path', value: 'no' },
});
assert.deepEqual(completion.values, ['notes.txt']);

// Longer than the client waits, but for progress.
let reports = 0;
const long = await call('exec', { command: 'sleep 4; echo over' }, {
  timeout: 3500, resetTimeoutOnProgress: true, onprogress: () => { reports += 1; },
});
assert.equal(JSON.parse(text(long)).stdout, 'over\n');
assert.ok(reports >= 1);

// Many at once, more than the server has places.
const many = Array.from({ length: 100 }, () => call('fs_stat', { path: 'notes.txt' }));
for (const result of await Promise.all(many)) assert.equal(result.isError ?? false, false);

const abort = new AbortController();
const nap = call('exec', { command: 'echo > begun; sleep 290', timeoutSec: 300 }, {
  signal: abort.signal, onprogress: () => abort.abort(),
});
await assert.rejects(nap);
await client.listTools(); // so that the cancellation is sent before the end
await client.close();
