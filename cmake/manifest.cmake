# cmake -DTOOLS="a;b" -DBIN=DIR -DPREFIX=PATH -DOUT=FOLDER [-DEMULATOR=…] -P manifest.cmake: writes FOLDER/tools.json, the manifest of these tools, one
# on each line, as their own --describe prints it; tools.readonly.json with those alone that change nothing; and tools.unrestricted.json, in
# which the one that runs programs confines nothing. PREFIX is where they will find the tools. Those that change files get the flags that
# protect all three: they say what the next run starts.
set(manifests tools.json tools.readonly.json tools.unrestricted.json)
list(TRANSFORM manifests PREPEND "--protect;" OUTPUT_VARIABLE protect)

function(describe entry tool)
  execute_process(COMMAND ${EMULATOR} ${BIN}/${tool} ${ARGN} --describe OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${text}" text)
  string(REPLACE "\"${BIN}/" "\"${PREFIX}" text "${text}")
  set(${entry} "${text}" PARENT_SCOPE)
endfunction()

function(add manifest) # the entry; to a text, not a list: entries hold semicolons
  if(DEFINED ${manifest})
    set(before "${${manifest}},\n")
  endif()
  set(${manifest} "${before}${entry}" PARENT_SCOPE)
endfunction()

foreach(tool IN LISTS TOOLS)
  describe(entry ${tool})
  if(NOT entry MATCHES "\"changesFiles\":true")
    add(tools.readonly.json)
  else()
    describe(entry ${tool} ${protect})
  endif()
  add(tools.json)
  if(tool STREQUAL "exec")
    describe(entry ${tool} ${protect} --policy=unrestricted --network=on)
  endif()
  add(tools.unrestricted.json)
endforeach()

set(warning "\"warning\":\"exec confines nothing here: a command can do whatever the user can, with the network. Use it on a machine that may be lost.\",\n")
file(WRITE ${OUT}/tools.json "{\"tools\":[\n${tools.json}\n]}\n")
file(WRITE ${OUT}/tools.readonly.json "{\"tools\":[\n${tools.readonly.json}\n]}\n")
file(WRITE ${OUT}/tools.unrestricted.json "{${warning}\"tools\":[\n${tools.unrestricted.json}\n]}\n")
