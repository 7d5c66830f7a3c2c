# Reads files of YAML that come as lines of JSON: for suites.
add_executable(yaml_lines tests/runner/workflow/yaml_lines.cpp agent/workflow/yaml.cpp)
target_link_libraries(yaml_lines PRIVATE toolkit yaml)
precompile(tests yaml_lines ${headers_of_tests})

# What an editor says to `agentcli acp`, and what it hears.
find_program(python3 python3)
file(GLOB talks CONFIGURE_DEPENDS tests/runner/acp/*.talk)
set(editor ${CMAKE_SOURCE_DIR}/tests/runner/acp/editor.py)
foreach(talk IN LISTS talks)
  if(python3)
    name_of_test(${talk} name)
    add_test(NAME ${name} COMMAND ${python3} -B ${editor} $<TARGET_FILE:agentcli> ${talk})
  endif()
endforeach()
