# cmake "-DSOURCES=ROOM/command.cpp;…" -DOUT=FILE -P command_sets.cmake: writes the definition of
# command_sets(), which lists the command_set of each of these sources.
set(declared "")
set(listed "")
foreach(source IN LISTS SOURCES)
  cmake_path(GET source PARENT_PATH room)
  string(REPLACE / :: room ${room})
  string(APPEND declared
    "namespace ${room} { extern const runner::options::CommandSet command_set; }\n")
  string(APPEND listed "        &${room}::command_set,\n")
endforeach()
file(CONFIGURE OUTPUT ${OUT} CONTENT [[
#include "runner/options/command_set.hpp"

@declared@
const std::vector<const runner::options::CommandSet*>& runner::options::command_sets()
{
    static const std::vector<const CommandSet*> all {
@listed@    };
    return all;
}
]] @ONLY)
