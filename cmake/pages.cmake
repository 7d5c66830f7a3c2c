# cmake -DTOOLS="a;b" -DBIN=DIR -DMANIFEST=FILE -DOUT=DIR -DMAN=DIR [-DEMULATOR=…] -P pages.cmake:
# writes the completions of agentcli to OUT, those of the tools to OUT/bash, OUT/zsh and OUT/fish, and
# the man pages to MAN.
function(generate file)
  execute_process(COMMAND ${EMULATOR} ${BIN}/agentcli generate ${ARGN} --tools ${MANIFEST}
    OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${OUT}/bash ${OUT}/zsh ${OUT}/fish ${MAN})
generate(${OUT}/agentcli.bash bash)
generate(${OUT}/_agentcli zsh)
generate(${OUT}/agentcli.fish fish)
generate(${MAN}/agentcli.1 man)
foreach(tool IN LISTS TOOLS)
  generate(${MAN}/${tool}.1 man ${tool})
  # A name that the shell keeps for itself never means the tool.
  execute_process(COMMAND bash -c "type -t -- \"$0\"" ${tool} OUTPUT_VARIABLE kind ERROR_QUIET)
  if(NOT kind MATCHES "builtin|keyword")
    generate(${OUT}/bash/${tool} bash ${tool})
    generate(${OUT}/zsh/_${tool} zsh ${tool})
    generate(${OUT}/fish/${tool}.fish fish ${tool})
  endif()
endforeach()
