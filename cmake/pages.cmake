# cmake -DTOOLS="a;b" -DBIN=DIR -DMANIFEST=FILE -DOUT=FOLDER -DMAN=FOLDER [-DEMULATOR=…] -P pages.cmake: writes the completions to OUT and
# the man pages to MAN, as agentcli and the tools print them.
function(generate file)
  execute_process(COMMAND ${EMULATOR} ${BIN}/agentcli generate ${ARGN} --tools ${MANIFEST} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${OUT} ${MAN})
generate(${OUT}/agentcli.bash bash)
generate(${OUT}/_agentcli zsh)
generate(${OUT}/agentcli.fish fish)
generate(${MAN}/agentcli.1 man)
foreach(tool IN LISTS TOOLS)
  generate(${MAN}/${tool}.1 man ${tool})
endforeach()
