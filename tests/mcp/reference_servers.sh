# C6, C12, C27: the four reference servers of npm, in the sandbox and without one: each of their
# tools is listed and can be called. In the sandbox a write outside and a file with keys is refused.
. "$(dirname "$0")/../shell.sh"
. "$source/tests/mcp/npm.bash"
from_npm mcp-server-everything mcp-server-filesystem mcp-server-memory \
  mcp-server-sequential-thinking
needs jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CACHE_HOME=$dir/cache XDG_CONFIG_HOME=$dir
cd "$dir"
mkdir -p home/.ssh workspace
echo 'no key' > home/.ssh/id_rsa
w=$dir/workspace
# SERVER TOOL ARGUMENTS
cat > calls << END_OF_CALLS
everything echo {"message":"tea"}
everything get-annotated-message {"messageType":"error"}
everything get-env {}
everything get-resource-links {}
everything get-resource-reference {}
everything get-structured-content {"location":"Chicago"}
everything get-sum {"a":1,"b":2}
everything get-tiny-image {}
everything gzip-file-as-resource {"name":"a.gz","data":"data:text/plain,tea"}
everything toggle-simulated-logging {}
everything toggle-subscriber-updates {}
everything trigger-long-running-operation {"duration":1,"steps":1}
everything get-roots-list {}
everything simulate-research-query {"topic":"tea"}
filesystem create_directory {"path":"$w/made"}
filesystem write_file {"path":"$w/made/a","content":"tea\n"}
filesystem read_file {"path":"$w/made/a"}
filesystem read_text_file {"path":"$w/made/a"}
filesystem read_media_file {"path":"$w/made/a"}
filesystem read_multiple_files {"paths":["$w/made/a"]}
filesystem edit_file {"path":"$w/made/a","edits":[{"oldText":"tea","newText":"cocoa"}]}
filesystem list_directory {"path":"$w"}
filesystem list_directory_with_sizes {"path":"$w"}
filesystem directory_tree {"path":"$w/made"}
filesystem move_file {"source":"$w/made/a","destination":"$w/made/b"}
filesystem search_files {"path":"$w/made","pattern":"b"}
filesystem get_file_info {"path":"$w/made/b"}
filesystem list_allowed_directories {}
memory create_entities {"entities":[{"name":"a","entityType":"t","observations":["o"]}]}
memory create_relations {"relations":[{"from":"a","to":"a","relationType":"is"}]}
memory add_observations {"observations":[{"entityName":"a","contents":["p"]}]}
memory search_nodes {"query":"a"}
memory open_nodes {"names":["a"]}
memory read_graph {}
memory delete_observations {"deletions":[{"entityName":"a","observations":["p"]}]}
memory delete_relations {"relations":[{"from":"a","to":"a","relationType":"is"}]}
memory delete_entities {"entityNames":["a"]}
thinking sequentialthinking {"thought":"t","nextThoughtNeeded":false,"thoughtNumber":1,\
"totalThoughts":1}
END_OF_CALLS

node=$(readlink -f "$AGENTCLI_NPM/node_modules/.bin/node")
# The filesystem server is told that all of / is its own: what is refused is refused by the sandbox.
configure() { # SANDBOX: into servers.json
  local name package file
  for name in everything filesystem memory thinking; do
    package=$AGENTCLI_NPM/node_modules/@modelcontextprotocol/server-${name/#think/sequential-think}
    jq -nc --arg node "$node" --arg file "$package/dist/index.js" --arg name "$name" \
      --argjson sandbox "$1" --arg memory "$dir/workspace/memory.json" '{key:$name,value:{
        command:$node,args:[$file,if $name == "everything" then "stdio" else "/" end],
        roots:["/"],env:{MEMORY_FILE_PATH:$memory},sandbox:$sandbox}}'
  done | jq -s '{mcpServers:from_entries}' > servers.json
}
call() { w=$dir/workspace
# SERVER TOOL ARGUMENTS
  (cd workspace && quietly 60 "$bin/agentcli" mcp call "$@" --mcp ../servers.json) > out 2> err
}

show=$(jq -nc --arg npm "$AGENTCLI_NPM" '[$npm]')
for sandbox in '{"network":"off","policy":"workspace-write","show":'"$show"'}' false; do
  configure "$sandbox"
  rm -rf workspace && mkdir workspace
  for name in everything filesystem memory thinking; do
    (cd workspace && "$bin/agentcli" mcp tools "$name" --mcp ../servers.json --json) > out 2> err \
      || fail "the tools of $name with the sandbox $sandbox"
    jq -r --arg name "$name" '.tools[] | "\($name) \(.ownName)"' out
  done | LC_ALL=C sort > listed
  cut -d' ' -f1,2 calls | LC_ALL=C sort | diff - listed > out || fail 'other tools than known here'
  while read -r server tool arguments; do
    call "$server" "$tool" "$arguments" || grep -q 'requires task augmentation' out \
      || fail "$server $tool with the sandbox $sandbox" # there are no tasks
  done < calls
  [ "$(cat workspace/made/b)" = cocoa ] || fail 'the file that was made'
  # In the sandbox /tmp is its own: a file that is made there is not outside.
  call filesystem write_file '{"path":"'"$dir"'/outside","content":"x"}' || true
  call filesystem read_text_file '{"path":"'"$HOME"'/.ssh/id_rsa"}' && has_read=yes || has_read=no
  if [ "$sandbox" = false ]; then
    [ $has_read = yes ] && [ -e outside ] || fail 'without a sandbox'
  else
    [ $has_read = no ] && [ ! -e outside ] || fail 'a write outside, or a file with keys'
  fi
done
