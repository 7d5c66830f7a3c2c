# After shell.sh. Recordings of what a model has said to steps.
system='{"role":"system","content":"<any>"}'
user() { # TEXT…: messages of the user
  local text list=
  for text; do list+=${list:+,}'{"role":"user","content":"'$text'"}'; done
  printf '%s' "$list"
}
said() { # TEXT: a message of the model
  printf '{"role":"assistant","content":"%s"}' "$1"
}
calls() { # TOOL ARGUMENTS: likewise, ARGUMENTS with \" in place of "
  printf '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",'
  printf '"function":{"name":"%s","arguments":"%s"}}]}' "$1" "$2"
}
replies() { # STEP ASKED MESSAGE: a line of a recording
  printf '{"step":"%s","asked":[%s],"message":%s}\n' "$1" "$2" "$3"
}
answers() { # STEP ASKED TEXT
  replies "$1" "$2" "$(said "$3")"
}
result='{"role":"tool","tool_call_id":"c","content":"<any>"}'
error='{"role":"tool","tool_call_id":"c","content":"{\"error\":<any>"}'
