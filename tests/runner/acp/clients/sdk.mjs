// The client of the TypeScript SDK: sdk.mjs MODULE WORKSPACE RECORDING COMMAND…, with MODULE the
// SDK. It has conversations as an editor has them, and ends with status 0 if each went as it should.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

const [module, cwd, recording, command, ...words] = process.argv.slice(2);
const acp = await import(module);

const said = (text) => [{ type: 'text', text }];
const user = (content) => ({ role: 'user', content });
const reply = (content) => ({ role: 'assistant', content });
const calls = (id, name, input) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
});
const result = (id, content = '{}') => ({ role: 'tool', tool_call_id: id, content });
const refused = (id) => result(id, '{"error":"no","code":"PERMISSION_DENIED"}');
const record = (...exchanges) => writeFileSync(
  recording, exchanges.map(([asked, message]) => `${JSON.stringify({ asked, message })}\n`).join(''),
);
record(
  [[user('write')], calls('a', 'fs_write_file', { path: 'a.txt', content: 'one\n' })],
  [[result('a')], reply('written')],
  [[user('again')], calls('b', 'fs_write_file', { path: 'a.txt', content: 'two\n' })],
  [[refused('b')], reply('not written')],
  [[user('wait')], calls('c', 'exec', { command: 'touch begun; sleep 290' })],
);

const updates = [];
const asked = [];
const answers = ['yes', 'no', 'yes'];
const agent = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
const stream = acp.ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout));
const { methods } = acp;
const of = (kind) => updates.filter((update) => update.sessionUpdate === kind);
const text = () => of('agent_message_chunk').map((update) => update.content.text).join('');

await acp.client({ name: 'editor' })
  .onRequest(methods.client.session.requestPermission, ({ params }) => {
    asked.push(params);
    return { outcome: { outcome: 'selected', optionId: answers.shift() } };
  })
  .onNotification(methods.client.session.update, ({ params }) => { updates.push(params.update); })
  .connectWith(stream, async (editor) => {
    const ask = (method, params) => editor.request(method, params);
    const { session } = methods.agent;
    const { agentCapabilities } = await ask(methods.agent.initialize, {
      protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {},
    });
    assert.equal(agentCapabilities.loadSession, true);
    const { sessionId, modes } = await ask(session.new, { cwd, mcpServers: [] });
    assert.equal(modes.currentModeId, 'ask');
    const prompt = (words) => ask(session.prompt, { sessionId, prompt: said(words) });

    assert.equal((await prompt('write')).stopReason, 'end_turn');
    const [call, diff] = asked[0].toolCall.content;
    assert.match(call.content.text, /path: a\.txt/);
    assert.deepEqual(diff, { type: 'diff', path: `${cwd}/a.txt`, newText: 'one\n' });
    assert.equal(text(), 'written');
    assert.equal(of('tool_call_update').at(-1).status, 'completed');
    assert.equal((await prompt('again')).stopReason, 'end_turn');
    assert.equal(of('tool_call_update').at(-1).status, 'failed');

    const waiting = prompt('wait');
    while (!existsSync(`${cwd}/begun`)) await setTimeout(10);
    await editor.notify(session.cancel, { sessionId });
    assert.equal((await waiting).stopReason, 'cancelled');

    await ask(session.setMode, { sessionId, modeId: 'plan' });
    assert.equal(of('current_mode_update').at(-1).currentModeId, 'plan');
    await assert.rejects(ask(session.setMode, { sessionId, modeId: 'auto' }), { code: -32602 });
    await ask(session.close, { sessionId });

    updates.length = 0;
    await ask(session.load, { sessionId, cwd, mcpServers: [] });
    assert.deepEqual(of('user_message_chunk').map((update) => update.content.text),
      ['write', 'again', 'wait']);
    assert.equal(of('tool_call').length, 3);
    const { sessions } = await ask(session.list, { cwd });
    assert.deepEqual(sessions.map((one) => one.sessionId), [sessionId]);
    await ask(session.delete, { sessionId });

    record([[user('hello')], reply('hi')]);
    const other = (await ask(session.new, { cwd, mcpServers: [] })).sessionId;
    const { stopReason } = await ask(session.prompt, { sessionId: other, prompt: said('hello') });
    assert.equal(stopReason, 'end_turn');
    await ask(session.close, { sessionId: other });
    record([[user('hello'), reply('hi'), user('once more')], reply('hi again')]);
    await ask(session.resume, { sessionId: other, cwd });
    updates.length = 0;
    await ask(session.prompt, { sessionId: other, prompt: said('once more') });
    assert.equal(text(), 'hi again');
  });
agent.stdin.end();
process.exit(0);
