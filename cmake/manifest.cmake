# cmake -DTOOLS="a;b" -DCORE="a" -DLAUNCHER=a -DBIN=DIR -DPREFIX=PATH -DOUT=DIR [-DMANIFEST_a=FLAGS]
# [-DUNRESTRICTED_a=FLAGS] [-DEMULATOR=…] -P manifest.cmake: writes DIR/tools.json,
# the manifest of these tools, one on each line, as their own --describe prints it with the flags
# that a model is best served with (property MANIFEST_FLAGS of its target); tools.core.json with
# those of CORE (property IN_CORE_MANIFEST); tools.readonly.json with only
# those that change nothing; tools.paths.json with those that run no programs, which work without
# Landlock there (--sandbox=paths); and tools.unrestricted.json, in which a tool that runs programs
# has the flags with which it confines nothing (property UNRESTRICTED_FLAGS of its target). PREFIX
# is the place of the tools in the commands. Those that change files get the flags that protect all
# of them: they say what the next run starts; the same holds for .mcp.json. LAUNCHER is the tool
# that has the role `launch`.
# UNDOER is the tool that has the role `undo`, which no model is offered. What can keep what it
# changes keeps up to 1 GiB. ROLES are the other roles (property ROLE of a target), role=tool; a
# manifest has those of its tools.
cmake_policy(SET CMP0057 NEW)
set(manifests tools.json tools.core.json tools.readonly.json tools.paths.json
  tools.unrestricted.json)
list(APPEND manifests .mcp.json)
list(TRANSFORM manifests PREPEND "--protect;" OUTPUT_VARIABLE protect)

function(describe entry tool)
  execute_process(COMMAND ${EMULATOR} ${BIN}/${tool} ${ARGN} --describe OUTPUT_VARIABLE text
    COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${text}" text)
  string(REGEX REPLACE ",\"flags\":\\[.*\\]}$" "}" text "${text}") # for the operator, not for a run
  string(REPLACE "\"${BIN}/" "\"${PREFIX}" text "${text}")
  set(${entry} "${text}" PARENT_SCOPE)
endfunction()

function(add manifest) # the entry; to a text, not a list: entries hold semicolons
  if(DEFINED ${manifest})
    set(before "${${manifest}},\n")
  endif()
  set(${manifest} "${before}${entry}" PARENT_SCOPE)
endfunction()

set(keep --keep-undo=1073741824)
foreach(tool IN LISTS TOOLS)
  set(protected ${protect} ${MANIFEST_${tool}})
  execute_process(COMMAND ${EMULATOR} ${BIN}/${tool} --describe OUTPUT_VARIABLE text
    COMMAND_ERROR_IS_FATAL ANY)
  if(text MATCHES "\"name\":\"keep-undo\"")
    list(APPEND protected ${keep})
  endif()
  if(tool STREQUAL UNDOER)
    describe(undoer ${tool} ${protected})
    describe(undoer_of_paths ${tool} ${protected} --sandbox=paths)
    continue()
  endif()
  describe(entry ${tool} ${MANIFEST_${tool}})
  if(NOT entry MATCHES "\"changesFiles\":true")
    add(tools.readonly.json)
  else()
    describe(entry ${tool} ${protected})
  endif()
  foreach(role IN LISTS ROLES)
    if(role MATCHES "^(.*)=${tool}$")
      set(of_tool ",\"${CMAKE_MATCH_1}\":\"${tool}\"")
      string(APPEND roles "${of_tool}")
      if(NOT entry MATCHES "\"changesFiles\":true")
        string(APPEND roles_of_readers "${of_tool}")
      endif()
      if(tool IN_LIST CORE)
        string(APPEND roles_of_core "${of_tool}")
      endif()
      if(NOT entry MATCHES "\"programs\":true")
        string(APPEND roles_of_paths "${of_tool}")
      endif()
    endif()
  endforeach()
  add(tools.json)
  if(tool IN_LIST CORE)
    add(tools.core.json)
  endif()
  if(UNRESTRICTED_${tool})
    describe(entry ${tool} ${protected} ${UNRESTRICTED_${tool}})
    list(APPEND unrestricted ${tool})
  endif()
  add(tools.unrestricted.json)
  if(NOT entry MATCHES "\"programs\":true")
    if(NOT entry MATCHES "\"changesFiles\":true")
      set(protected ${MANIFEST_${tool}})
    endif()
    describe(entry ${tool} ${protected} --sandbox=paths)
    add(tools.paths.json)
  endif()
endforeach()

list(TRANSFORM protect REPLACE "(.+)" "\"\\1\"")
list(JOIN protect "," protect)
set(launch "\"launch\":[\"${PREFIX}${LAUNCHER}\",${protect}]")
set(end_of_readers "\n],\n\"roles\":{${launch}${roles_of_readers}}}\n")
set(begin_of_end "\n],\n\"operator\":[\n${undoer}\n],\n\"roles\":{${launch},\"undo\":\"${UNDOER}\"")
set(end "${begin_of_end}${roles}}}\n")
set(begin_of_paths
  "\n],\n\"operator\":[\n${undoer_of_paths}\n],\n\"roles\":{\"undo\":\"${UNDOER}\"")
set(end_of_paths "${begin_of_paths}${roles_of_paths}}}\n")
set(warning_of_paths
  "\"warning\":\"Only the resolution of paths keeps these tools in the workspace, not the kernel: for a machine without Landlock.\",\n")
set(end_of_core "${begin_of_end}${roles_of_core}}}\n")
list(JOIN unrestricted " and " unrestricted)
set(warning
  "\"warning\":\"${unrestricted} confines nothing here: a command can do whatever the user can, with the network. Use it on a machine that may be lost.\",\n")
file(WRITE ${OUT}/tools.json "{\"tools\":[\n${tools.json}${end}")
file(WRITE ${OUT}/tools.core.json "{\"tools\":[\n${tools.core.json}${end_of_core}")
file(WRITE ${OUT}/tools.readonly.json "{\"tools\":[\n${tools.readonly.json}${end_of_readers}")
file(WRITE ${OUT}/tools.paths.json
  "{${warning_of_paths}\"tools\":[\n${tools.paths.json}${end_of_paths}")
file(WRITE ${OUT}/tools.unrestricted.json
  "{${warning}\"tools\":[\n${tools.unrestricted.json}${end}")
