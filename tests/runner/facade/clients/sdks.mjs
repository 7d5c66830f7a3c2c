// Clients of OpenAI have conversations with the façade: sdks.mjs URL TOKEN RECORDING NPM. Each has
// text, a stream, a tool over three requests, an answer of a form, an abort, and a failure after a
// call that is not repeated. Ends with status 0 if all went as it should.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [server, token, recording, npm] = process.argv.slice(2);
const require = createRequire(`${npm}/package.json`);
const { OpenAI } = require('openai');
const { createOpenAI } = require('@ai-sdk/openai');
const { generateText, streamText, jsonSchema, tool, Output, stepCountIs, isStepCount } = require('ai');
const { ChatOpenAI } = require('@langchain/openai');
const { HumanMessage, ToolMessage } = require('@langchain/core/messages');

const baseURL = `${server}/openai/v1`;
const get = async (path) =>
  (await fetch(`${server}${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
const count = async () => (await get('/v1/runs?limit=1000')).runs.length;

const user = (content) => ({ role: 'user', content });
const reply = (content) => ({ role: 'assistant', content });
const calls = (id, name, input) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
});
const result = (id, content) => ({ role: 'tool', tool_call_id: id, content });
const record = (...exchanges) => writeFileSync(
  recording, exchanges.map(([asked, message]) => `${JSON.stringify({ asked, message })}\n`).join(''),
);
const schema = {
  type: 'object', properties: { late: { type: 'integer' } }, required: ['late'],
  additionalProperties: false,
};
const parameters = {
  type: 'object', properties: { page: { type: 'integer' } }, required: ['page'],
  additionalProperties: false,
};
const page = ({ page: number }) => `orders of page ${number}`;
const recordings = {
  text: () => record([[user('hello')], reply('hi')]),
  tools: () => record(
    [[user('what is late?')], calls('a', 'orders', { page: 1 })],
    [[result('a', page({ page: 1 }))], calls('b', 'orders', { page: 2 })],
    [[result('b', page({ page: 2 }))], reply('order 9')],
  ),
  schema: () => record([[user('how many?')], reply('{"late":2}')]),
  abort: () => record([[user('wait')], calls('c', 'exec', { command: 'sleep 290' })]),
  failure: () => record([[user('fail')], calls('d', 'get_time', {})]),
};

const openai = new OpenAI({ baseURL, apiKey: token });
const model = 'default';
const functions = [{ type: 'function', function: { name: 'orders', description: 'Orders', parameters } }];
const byOpenAI = {
  async text() {
    const { data } = await openai.models.list();
    assert.equal(data[0].id, model);
    const answer = await openai.chat.completions.create({ model, messages: [user('hello')] });
    return answer.choices[0].message.content;
  },
  async stream() {
    const stream = await openai.chat.completions.create({
      model, messages: [user('hello')], stream: true, stream_options: { include_usage: true },
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    return text;
  },
  async tools() {
    const messages = [user('what is late?')];
    for (;;) {
      const { choices: [{ message }] }
        = await openai.chat.completions.create({ model, messages, tools: functions });
      if (!message.tool_calls) return message.content;
      messages.push(message);
      for (const call of message.tool_calls)
        messages.push(result(call.id, page(JSON.parse(call.function.arguments))));
    }
  },
  async schema() {
    const answer = await openai.chat.completions.parse({
      model, messages: [user('how many?')],
      response_format: { type: 'json_schema', json_schema: { name: 'late', strict: true, schema } },
    });
    return JSON.parse(answer.choices[0].message.content);
  },
  abort: (signal) => openai.chat.completions.create({ model, messages: [user('wait')] }, { signal }),
  failure: () => openai.chat.completions.create({ model, messages: [user('fail')] }),
};

// The client of OpenAI with the Responses API.
const byResponses = {
  text: async () => (await openai.responses.create({ model, input: 'hello' })).output_text,
  async stream() {
    let text = '';
    for await (const event of await openai.responses.create({ model, input: 'hello', stream: true }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    return text;
  },
  async tools() {
    let input = 'what is late?';
    for (let previous; ;) {
      const response = await openai.responses.create({
        model, input, previous_response_id: previous,
        tools: [{ type: 'function', name: 'orders', description: 'Orders', parameters, strict: true }],
      });
      const asked = response.output.filter(({ type }) => type === 'function_call');
      if (!asked.length) return response.output_text;
      previous = response.id;
      input = asked.map((call) => ({
        type: 'function_call_output', call_id: call.call_id, output: page(JSON.parse(call.arguments)),
      }));
    }
  },
  async schema() {
    const response = await openai.responses.parse({
      model, input: 'how many?',
      text: { format: { type: 'json_schema', name: 'late', strict: true, schema } },
    });
    return JSON.parse(response.output_text);
  },
  abort: (signal) => openai.responses.create({ model, input: 'wait' }, { signal }),
  failure: () => openai.responses.create({ model, input: 'fail' }),
};

const steps = { stopWhen: (stepCountIs ?? isStepCount)(5) };
const aiSdk = (ai) => ({
  text: async () => (await generateText({ model: ai, prompt: 'hello' })).text,
  async stream() {
    let text = '';
    for await (const piece of streamText({ model: ai, prompt: 'hello' }).textStream) text += piece;
    return text;
  },
  tools: async () => (await generateText({
    model: ai, prompt: 'what is late?', ...steps,
    tools: {
      orders: tool({ description: 'Orders', inputSchema: jsonSchema(parameters), execute: page }),
    },
  })).text,
  schema: async () => (await generateText({
    model: ai, prompt: 'how many?', output: Output.object({ schema: jsonSchema(schema) }),
  })).output,
  abort: (abortSignal) => generateText({ model: ai, prompt: 'wait', abortSignal }),
  failure: () => generateText({ model: ai, prompt: 'fail' }),
});
const provider = createOpenAI({ baseURL, apiKey: token });
const byAiSdk = aiSdk(provider.chat(model));
const byAiSdkResponses = aiSdk(provider(model)); // the default API of the provider

const langchain = new ChatOpenAI({ model, apiKey: token, configuration: { baseURL } });
const byLangChain = {
  text: async () => (await langchain.invoke('hello')).content,
  async stream() {
    let text = '';
    for await (const piece of await langchain.stream('hello')) text += piece.content;
    return text;
  },
  async tools() {
    const bound = langchain.bindTools(functions);
    const messages = [new HumanMessage('what is late?')];
    for (;;) {
      const message = await bound.invoke(messages);
      if (!message.tool_calls.length) return message.content;
      messages.push(message);
      for (const call of message.tool_calls)
        messages.push(new ToolMessage({ tool_call_id: call.id, content: page(call.args) }));
    }
  },
  schema: () => langchain.withStructuredOutput(schema, { name: 'late', method: 'jsonSchema' })
    .invoke('how many?'),
  abort: (signal) => langchain.invoke('wait', { signal }),
  failure: () => langchain.invoke('fail'),
};

async function ended() {
  for (;;) {
    const [run] = (await get('/v1/runs?limit=1')).runs;
    if (run.state === 'ended') return run.result.exitReason;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

for (const [name, client] of Object.entries(
  { byOpenAI, byResponses, byAiSdk, byAiSdkResponses, byLangChain },
)) {
  const step = async (what) => {
    recordings[what === 'stream' ? 'text' : what]();
    const before = await count();
    try {
      return [await client[what](), await count() - before];
    } catch (error) {
      throw new Error(`${name} ${what}: ${error.stack}`);
    }
  };
  assert.deepEqual(await step('text'), ['hi', 1], name);
  assert.deepEqual(await step('stream'), ['hi', 1], name);
  assert.deepEqual(await step('tools'), ['order 9', 1], name);
  assert.deepEqual(await step('schema'), [{ late: 2 }, 1], name);

  recordings.abort();
  const controller = new AbortController();
  const before = await count();
  const aborted = client.abort(controller.signal);
  while (await count() === before || (await get('/v1/runs?limit=1')).runs[0].state !== 'running')
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  controller.abort();
  await assert.rejects(aborted, undefined, name);
  assert.equal(await ended(), 'interrupted', name);
  assert.equal(await count(), before + 1, name);

  recordings.failure();
  await assert.rejects(client.failure(), /400|recording/, name);
  assert.equal(await count(), before + 2, `${name}: a failure after a call is repeated`);
  console.log(`${name}: ok`);
}
