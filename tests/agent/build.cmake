# Renders templates that come as lines of JSON: for suites and oracles.
add_executable(liquid_lines tests/agent/liquid/lines.cpp)
target_link_libraries(liquid_lines PRIVATE agent toolkit)
precompile(tests liquid_lines ${headers_of_tests})

# Prints the schemas of the run channel and lines that they describe.
add_executable(channel_texts tests/agent/channel/channel_texts.cpp)
target_link_libraries(channel_texts PRIVATE agent toolkit)
target_include_directories(channel_texts PRIVATE tests)
precompile(tests channel_texts ${headers_of_tests})

# agent::workflow declares a name that tests of other rooms use from theirs.
set_source_files_properties(tests/agent/skills/skill_test.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
