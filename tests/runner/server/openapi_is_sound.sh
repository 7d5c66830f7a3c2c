# Programs of npm find nothing in /openapi.json: the linter of Redocly no warning, and types that
# are made of it compile.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm redocly openapi-typescript tsc
. "$(dirname "$0")/server.bash"
says hello > "$dir/talk"
serve --replay "$dir/talk"
ask GET /openapi.json
is 200 '.openapi == "3.1.0"' 'OpenAPI'
printf '%s' "$answer" > openapi.json
stop
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
quietly 60 redocly lint openapi.json --format json > out 2> err || fail 'it has errors'
jq -e '.totals.errors == 0 and .totals.warnings == 0' out > /dev/null || fail 'it has warnings'
quietly 60 openapi-typescript openapi.json -o types.ts > out 2>&1 || fail 'no types'
cat > use.ts << 'END'
import type { components, paths } from './types';
type Run = components['schemas']['Run'];
type Begun = paths['/v1/runs']['post']['responses'][201]['content']['application/json'];
export const state = (run: Begun): Run['state'] => run.state;
export const request: components['schemas']['RunRequest'] = { prompt: 'What is late?' };
END
quietly 60 tsc --strict --noEmit use.ts > out 2>&1 ||
  fail 'they do not compile'
