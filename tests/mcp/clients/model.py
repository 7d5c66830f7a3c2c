"""A model that follows a script, on loopback: model.py STEPS LOG

STEPS is a list of {"tool","arguments"}. Each request of a client that offers these tools is answered
by the call of the next step, at last by a text. LOG gets one line of JSON for each result that the
client has told the model: {"step","tool","parts"}; a part has "text", or "image" with its base64.
It speaks as Anthropic (/v1/messages), OpenAI (/v1/responses, /v1/chat/completions) and Gemini do.
Prints its port.
"""
import http.server
import json
import re
import sys
import threading

with open(sys.argv[1], encoding='utf-8') as script:
    STEPS = json.load(script)
TOLD = set()
LOCK = threading.Lock()


def log(step, parts):
    with LOCK:
        if step in TOLD:
            return
        TOLD.add(step)
        with open(sys.argv[2], 'a', encoding='utf-8') as file:
            print(json.dumps({'step': step, 'tool': STEPS[step]['tool'], 'parts': parts}), file=file)


def parts_of(content):
    """Of a result, in whichever form."""
    if isinstance(content, str):
        return [{'text': content}]
    found = []
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, str):
            found.append({'text': block})
        elif block.get('type') == 'image':
            found.append({'image': block['source']['data']})
        elif 'image_url' in block:
            url = block['image_url']
            found.append({'image': (url if isinstance(url, str) else url['url']).split('base64,')[-1]})
        elif 'inlineData' in block:
            found.append({'image': block['inlineData']['data']})
        elif 'text' in block:
            found.append({'text': block['text']})
        else:
            found.append({'text': json.dumps(block)})
    return found


def step_of(identifier):
    match = re.fullmatch(r'call_(\d+)', identifier or '')
    return int(match[1]) if match else None


class Messages:
    """Anthropic."""

    @staticmethod
    def tools(body):
        return [tool['name'] for tool in body.get('tools', []) if 'name' in tool]

    @staticmethod
    def results(body):
        for message in body['messages']:
            for block in message['content'] if isinstance(message['content'], list) else []:
                if block.get('type') == 'tool_result':
                    yield step_of(block['tool_use_id']), parts_of(block.get('content', ''))

    @staticmethod
    def reply(body, call):
        message = {'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': body['model'], 'content': [],
                   'stop_reason': None, 'stop_sequence': None, 'usage': {'input_tokens': 1, 'output_tokens': 1}}
        block = {'type': 'text', 'text': 'done'}
        if call:
            block = {'type': 'tool_use', 'id': call['id'], 'name': call['name'], 'input': call['arguments']}
        reason = 'tool_use' if call else 'end_turn'
        if not body.get('stream'):
            return {**message, 'content': [block], 'stop_reason': reason}
        begin = {**block, 'input': {}} if call else {**block, 'text': ''}
        delta = {'type': 'text_delta', 'text': 'done'}
        if call:
            delta = {'type': 'input_json_delta', 'partial_json': json.dumps(call['arguments'])}
        return [{'type': 'message_start', 'message': message},
                {'type': 'content_block_start', 'index': 0, 'content_block': begin},
                {'type': 'content_block_delta', 'index': 0, 'delta': delta},
                {'type': 'content_block_stop', 'index': 0},
                {'type': 'message_delta', 'delta': {'stop_reason': reason, 'stop_sequence': None},
                 'usage': {'output_tokens': 1}}, {'type': 'message_stop'}]


class Responses:
    """OpenAI. The tools of a server may be in a namespace."""

    @staticmethod
    def tools(body):
        for tool in body.get('tools', []):
            if tool['type'] == 'namespace':
                yield from ((tool['name'], inner['name']) for inner in tool['tools'])
            elif 'name' in tool:
                yield tool['name']

    @staticmethod
    def results(body):
        for item in body['input']:
            if item.get('type') == 'function_call_output':
                yield step_of(item['call_id']), parts_of(item['output'])

    @staticmethod
    def reply(_, call):
        item = {'type': 'message', 'id': 'msg_1', 'role': 'assistant', 'status': 'completed',
                'content': [{'type': 'output_text', 'text': 'done', 'annotations': []}]}
        if call:
            namespace, name = call['name'] if isinstance(call['name'], tuple) else (None, call['name'])
            item = {'type': 'function_call', 'id': 'fc_' + call['id'], 'call_id': call['id'], 'name': name,
                    'arguments': json.dumps(call['arguments']), 'status': 'completed'}
            if namespace:
                item['namespace'] = namespace
        usage = {'input_tokens': 1, 'input_tokens_details': {'cached_tokens': 0}, 'output_tokens': 1,
                 'output_tokens_details': {'reasoning_tokens': 0}, 'total_tokens': 2}
        response = {'id': 'resp_1', 'object': 'response', 'status': 'completed', 'output': [item], 'usage': usage}
        return [{'type': 'response.created', 'response': {**response, 'status': 'in_progress', 'output': []}},
                {'type': 'response.output_item.added', 'output_index': 0, 'item': item},
                {'type': 'response.output_item.done', 'output_index': 0, 'item': item},
                {'type': 'response.completed', 'response': response}]


class Chat:
    """OpenAI, and all who imitate it."""

    @staticmethod
    def tools(body):
        return [tool['function']['name'] for tool in body.get('tools', [])]

    @staticmethod
    def results(body):
        last = None
        for message in body['messages']:
            if message['role'] == 'tool':
                last = step_of(message['tool_call_id']), parts_of(message['content'])
                yield last
            elif message['role'] == 'user' and last and isinstance(message['content'], list):
                last[1].extend(part for part in parts_of(message['content']) if 'image' in part)

    @staticmethod
    def reply(body, call):
        delta = {'role': 'assistant', 'content': 'done'}
        if call:
            function = {'name': call['name'], 'arguments': json.dumps(call['arguments'])}
            delta = {'role': 'assistant', 'content': None,
                     'tool_calls': [{'index': 0, 'id': call['id'], 'type': 'function', 'function': function}]}
        reason = 'tool_calls' if call else 'stop'
        base = {'id': 'chatcmpl-1', 'created': 1, 'model': body['model']}
        usage = {'prompt_tokens': 1, 'completion_tokens': 1, 'total_tokens': 2}
        if not body.get('stream'):
            return {**base, 'object': 'chat.completion', 'usage': usage,
                    'choices': [{'index': 0, 'message': delta, 'finish_reason': reason}]}
        chunk = {**base, 'object': 'chat.completion.chunk'}
        return [{**chunk, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': None}]},
                {**chunk, 'choices': [{'index': 0, 'delta': {}, 'finish_reason': reason}], 'usage': usage}, '[DONE]']


class Gemini:
    @staticmethod
    def tools(body):
        return [one['name'] for tool in body.get('tools', []) for one in tool.get('functionDeclarations', [])]

    @staticmethod
    def results(body):
        count = 0
        for message in body['contents']:
            for part in message['parts']:
                if 'functionResponse' in part:
                    response = part['functionResponse']
                    found = parts_of([{'text': json.dumps(response['response'])}])
                    found += parts_of(response.get('parts', []))
                    found += [one for other in message['parts'] if 'inlineData' in other for one in parts_of([other])]
                    yield count, found
                    count += 1

    @staticmethod
    def reply(_, call):
        part = {'text': 'done'}
        if call:
            part = {'functionCall': {'id': call['id'], 'name': call['name'], 'args': call['arguments']}}
        return [{'candidates': [{'content': {'role': 'model', 'parts': [part]}, 'finishReason': 'STOP', 'index': 0}],
                 'usageMetadata': {'promptTokenCount': 1, 'candidatesTokenCount': 1, 'totalTokenCount': 2}}]


def api_of(path):
    if path.endswith('/messages'):
        return Messages
    if path.endswith('/responses'):
        return Responses
    if path.endswith('/chat/completions'):
        return Chat
    return Gemini if 'enerateContent' in path else None


def last_name(name):
    return name[-1] if isinstance(name, tuple) else name


def next_call(api, body):
    """What the script has the model do now; None: nothing more."""
    results = list(api.results(body))
    for step, parts in results:
        if step is not None:
            log(step, parts)
    number = len(results)
    if number >= len(STEPS):
        return None
    step = STEPS[number]
    for name in api.tools(body):
        if re.search(r'(^|_|\.)' + step['tool'] + '$', last_name(name)):
            return {'id': f'call_{number}', 'name': name, 'arguments': step['arguments']}
    return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, status, kind, text):
        data = text.encode()
        self.send_response(status)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.answer(200, 'application/json', '{"data":[],"models":[],"object":"list"}')

    def do_POST(self):
        size = int(self.headers.get('Content-Length') or 0)
        text = self.rfile.read(size)
        path = self.path.split('?')[0]
        api = api_of(path)
        if api is None:
            return self.answer(200, 'application/json', '{"input_tokens":1,"totalTokens":1}')
        body = json.loads(text)
        reply = api.reply(body, next_call(api, body))
        if path.endswith(':generateContent'):
            reply = reply[0]
        if not isinstance(reply, list):
            return self.answer(200, 'application/json', json.dumps(reply))
        lines = ''
        for event in reply:
            if isinstance(event, dict) and 'type' in event:
                lines += f'event: {event["type"]}\n'
            lines += f'data: {event if isinstance(event, str) else json.dumps(event)}\n\n'
        return self.answer(200, 'text/event-stream', lines)

    def log_message(self, format, *arguments):
        print(self.command, self.path, file=sys.stderr)


def main():
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


main()
