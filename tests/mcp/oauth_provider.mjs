// An authorization server (oidc-provider) and an MCP server that wants its tokens, on 127.0.0.1.
// Prints {"as": URL, "mcp": URL} as its first line, then a line for each token request.
import http from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.argv[2]}/`);
const { Provider } = await import(pathToFileURL(require.resolve('oidc-provider')).href);
const seconds = Number(process.argv[3] ?? 3600);

const listen = server => new Promise(done => server.listen(0, '127.0.0.1', done));
const asServer = http.createServer();
const mcpServer = http.createServer();
await listen(asServer);
await listen(mcpServer);
const issuer = `http://127.0.0.1:${asServer.address().port}`;
const resource = `http://127.0.0.1:${mcpServer.address().port}/mcp`;

const provider = new Provider(issuer, {
  clients: [{ client_id: 'robot', client_secret: 'robot-secret-1', grant_types: ['client_credentials'],
    redirect_uris: [], response_types: [] }],
  scopes: ['openid', 'offline_access', 'tools:read', 'tools:write'],
  features: {
    devInteractions: { enabled: true }, registration: { enabled: true }, revocation: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: { enabled: true, defaultResource: () => resource, useGrantedResource: () => true,
      getResourceServerInfo: (ctx, indicator) => {
        if (indicator !== resource) throw new Error('unknown resource');
        return { scope: 'tools:read tools:write', audience: resource, accessTokenTTL: seconds,
          accessTokenFormat: 'opaque' };
      } },
  },
  pkce: { required: () => true },
  issueRefreshToken: async (ctx, client, code) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  ttl: { AccessToken: seconds, ClientCredentials: seconds },
});
const handle = provider.callback();
asServer.on('request', (request, response) => {
  if (request.url === '/token') console.log('token request');
  if (request.url === '/token/revocation') console.log('revocation');
  handle(request, response);
});

const body = async request => { let text = ''; for await (const part of request) text += part; return text; };
mcpServer.on('request', async (request, response) => {
  const send = (status, json, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(json));
  };
  const meta = `http://${request.headers.host}/.well-known/oauth-protected-resource/mcp`;
  if (request.url === '/.well-known/oauth-protected-resource/mcp')
    return send(200, { resource, authorization_servers: [issuer], scopes_supported: ['tools:read'] });
  const text = await body(request);
  const [, value] = (request.headers.authorization ?? '').split(' ');
  const token = value && (await provider.AccessToken.find(value) ?? await provider.ClientCredentials.find(value));
  if (!token || token.isExpired || !token.isValid)
    return send(401, { error: 'invalid_token' }, { 'www-authenticate': `Bearer resource_metadata="${meta}"` });
  if (request.method !== 'POST') return send(405, {});
  const message = JSON.parse(text);
  if (message.id === undefined) { response.writeHead(202).end(); return; }
  const reply = result => send(200, { jsonrpc: '2.0', id: message.id, result });
  switch (message.method) {
    case 'initialize':
      return reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} },
        serverInfo: { name: 'protected', version: '1' } });
    case 'tools/list':
      return reply({ tools: ['read', 'write', 'echo_token', 'slow'].map(name =>
        ({ name, description: name, inputSchema: { type: 'object' } })) });
    case 'tools/call': {
      const name = message.params.name;
      if (name === 'write' && !token.scope?.split(' ').includes('tools:write'))
        return send(403, { error: 'insufficient_scope' }, { 'www-authenticate':
          `Bearer error="insufficient_scope", scope="tools:write", resource_metadata="${meta}"` });
      if (name === 'slow') await new Promise(done => setTimeout(done, 3000));
      return reply({ content: [{ type: 'text', text: name === 'echo_token' ? value : `${name} done` }] });
    }
    default:
      return send(200, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'unknown method' } });
  }
});
console.log(JSON.stringify({ as: issuer, mcp: resource }));
