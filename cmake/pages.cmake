# cmake -DTOOLS="a;b" -DBIN=DIR -DMANIFEST=FILE -DOUT=FOLDER [-DEMULATOR=…] -P pages.cmake: writes the completions and the man pages, as agentcli
# and the tools print them.
function(generate file)
  execute_process(COMMAND ${EMULATOR} ${BIN}/agentcli generate ${ARGN} -tools ${MANIFEST} OUTPUT_FILE ${OUT}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${OUT}/man)
generate(agentcli.bash bash)
generate(_agentcli zsh)
generate(agentcli.fish fish)
generate(man/agentcli.1 man)
foreach(tool IN LISTS TOOLS)
  generate(man/agentcli-${tool}.1 man ${tool})
endforeach()
