# cmake -DTOOLS="a;b" [-DOUTSIDE="b"] -DBIN=DIR -DMANIFEST=FILE -DOUT=DIR -DMAN=DIR [-DEMULATOR=…]
# -P pages.cmake: writes the completions of agentcli to OUT, those of the tools to OUT/bash, OUT/zsh
# and OUT/fish, and the man pages to MAN: one for agentcli, one for the commands that begin with
# each word, one for each tool. Tools of OUTSIDE are not in MANIFEST.
cmake_policy(SET CMP0057 NEW)
function(generate file)
  execute_process(COMMAND ${EMULATOR} ${BIN}/agentcli generate ${ARGN} --tools ${MANIFEST}
    OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${OUT}/bash ${OUT}/zsh ${OUT}/fish ${MAN})
generate(${OUT}/agentcli.bash bash)
generate(${OUT}/_agentcli zsh)
generate(${OUT}/agentcli.fish fish)
generate(${MAN}/agentcli.1 man)
# The main page names those of the commands.
file(STRINGS ${MAN}/agentcli.1 commands REGEX "^\\.BR agentcli.-.*\\(1\\)$")
foreach(command IN LISTS commands)
  string(REGEX REPLACE "^\\.BR (.*) \\(1\\)$" "\\1" page "${command}")
  string(REPLACE "\\-" "-" page "${page}")
  generate(${MAN}/${page}.1 man ${page})
endforeach()
set(manifest_of_agentcli ${MANIFEST})
foreach(tool IN LISTS TOOLS)
  set(MANIFEST ${manifest_of_agentcli})
  if(tool IN_LIST OUTSIDE)
    set(MANIFEST ${OUT}/${tool}.json)
    execute_process(COMMAND ${EMULATOR} ${BIN}/${tool} --describe OUTPUT_VARIABLE entry
      COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE ",\"flags\":\\[.*\\]}\n$" "}" entry "${entry}")
    file(WRITE ${MANIFEST} "{\"tools\":[${entry}]}\n")
  endif()
  generate(${MAN}/${tool}.1 man ${tool})
  # A name that the shell keeps for itself never means the tool.
  execute_process(COMMAND bash -c "type -t -- \"$0\"" ${tool} OUTPUT_VARIABLE kind ERROR_QUIET)
  if(NOT kind MATCHES "builtin|keyword")
    generate(${OUT}/bash/${tool} bash ${tool})
    generate(${OUT}/zsh/_${tool} zsh ${tool})
    generate(${OUT}/fish/${tool}.fish fish ${tool})
  endif()
endforeach()

# The date of the pages is that of the commit, so that each build of it makes the same.
set(date "")
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  string(TIMESTAMP date "%Y-%m-%d" UTC)
else()
  execute_process(COMMAND git log -1 --format=%cd --date=format:%Y-%m-%d
    WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR} OUTPUT_VARIABLE date
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
endif()
set(ENV{LC_ALL} C)
file(GLOB pages ${MAN}/*.1)
foreach(page IN LISTS pages)
  execute_process(COMMAND awk -v date=${date} -f ${CMAKE_CURRENT_LIST_DIR}/man_page.awk ${page}
    OUTPUT_FILE ${OUT}/dated.1 COMMAND_ERROR_IS_FATAL ANY)
  file(RENAME ${OUT}/dated.1 ${page}) # a file in ${MAN} would be installed at the same time
endforeach()
