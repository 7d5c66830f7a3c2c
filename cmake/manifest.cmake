# cmake -DTOOLS="a;b" -DBIN=DIR -DPREFIX=PATH -DOUT=FOLDER -P manifest.cmake: writes FOLDER/tools.json, the manifest of these tools, one
# on each line, as their own --describe prints it, and FOLDER/tools.readonly.json with those alone that change nothing. PREFIX is where
# they will find the tools. Those that change files get the flags that protect both: they say what the next run starts.
set(manifests tools.json tools.readonly.json)
list(TRANSFORM manifests PREPEND "--protect;" OUTPUT_VARIABLE protect)
foreach(tool IN LISTS TOOLS)
  execute_process(COMMAND ${BIN}/${tool} --describe OUTPUT_VARIABLE entry COMMAND_ERROR_IS_FATAL ANY)
  set(is_in ${manifests})
  if(entry MATCHES "\"changesFiles\":true")
    execute_process(COMMAND ${BIN}/${tool} ${protect} --describe OUTPUT_VARIABLE entry COMMAND_ERROR_IS_FATAL ANY)
    set(is_in tools.json)
  endif()
  string(STRIP "${entry}" entry)
  string(REPLACE "\"${BIN}/" "\"${PREFIX}" entry "${entry}")
  foreach(manifest IN LISTS is_in)
    string(APPEND ${manifest} "${separator_${manifest}}${entry}") # a text, not a list: entries hold semicolons
    set(separator_${manifest} ",\n")
  endforeach()
endforeach()
foreach(manifest IN LISTS manifests)
  file(WRITE ${OUT}/${manifest} "{\"tools\":[\n${${manifest}}\n]}\n")
endforeach()
