# cmake -DTOOLS="a;b" -DBIN=DIR -DPREFIX=PATH -DOUT=FILE -P manifest.cmake: writes the manifest of these tools, one an each line, as
# their own --describe prints it. PREFIX is where the manifest will find them. Those that change files get the flag that protects the
# manifest: it says what the next run starts.
set(lines "")
foreach(tool IN LISTS TOOLS)
  execute_process(COMMAND ${BIN}/${tool} --describe OUTPUT_VARIABLE entry COMMAND_ERROR_IS_FATAL ANY)
  if(entry MATCHES "\"changesFiles\":true")
    execute_process(COMMAND ${BIN}/${tool} --protect tools.json --describe OUTPUT_VARIABLE entry COMMAND_ERROR_IS_FATAL ANY)
  endif()
  string(STRIP "${entry}" entry)
  string(REPLACE "\"${BIN}/" "\"${PREFIX}" entry "${entry}")
  string(APPEND lines "${separator}${entry}") # a text, not a list: entries hold semicolons
  set(separator ",\n")
endforeach()
file(WRITE ${OUT} "{\"tools\":[\n${lines}\n]}\n")
