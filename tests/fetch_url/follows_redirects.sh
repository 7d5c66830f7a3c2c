# Redirects are followed to allowed hosts, five at most, and to no private address.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3 jq
cd "$dir"
start_server
here=127.0.0.1:$port
at=http://$here

ask 0 --allow-host "$here" -- "{\"url\":\"$at/to?/json\"}"
has "\"url\":\"$at/json\",\"status\":200"
has "\"redirects\":[\"$at/to?/json\"]"
ask 0 --allow-host "$here" -- "{\"url\":\"$at/count?5\"}"
[ "$(jq '.redirects | length' out)" = 5 ] || fail 'five redirects are not followed'
ask 1 --allow-host "$here" -- "{\"url\":\"$at/count?6\"}"
says 'it redirects for the sixth time'
ask 1 --allow-host "$here" -- "{\"url\":\"$at/loop\"}"

# To other hosts, ports and schemes.
for place in "http://localhost:$port/json?key=secret" http://127.0.0.1/json //example.com/ \
  http://127.0.0.2:$port/; do
  ask 1 --allow-host "$here" -- "{\"url\":\"$at/to?$place\"}"
  says 'cannot follow the redirect to'
  says PERMISSION_DENIED
  ! grep -q secret err || fail 'an error shows a query'
done
ask 1 --allow-host "$here" -- "{\"url\":\"$at/to?file:///etc/passwd\"}"
says UNSUPPORTED
ask 2 --allow-host "$here" -- "{\"url\":\"$at/to?http://u:p@$here/\"}"

# A name may be in the list, and its address is still private.
: > requests
ask 1 --allow-host "localhost:$port" -- "{\"url\":\"http://localhost:$port/json\"}"
says "cannot connect to localhost:$port: its address is private"
ask 1 --allow-host "$here" --allow-host "localhost:$port" \
  -- "{\"url\":\"$at/to?http://localhost:$port/json\"}"
says 'its address is private'
[ "$(grep -c json requests)" = 1 ] || fail "it has connected: $(cat requests)"
ask 0 --allow-host "localhost:$port" --allow-private -- "{\"url\":\"http://localhost:$port/json\"}"
has '"status":200'
