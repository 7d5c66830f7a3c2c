# Renders templates that come as lines of JSON: for suites and oracles.
add_executable(liquid_lines tests/agent/liquid/lines.cpp)
target_link_libraries(liquid_lines PRIVATE agent toolkit)
precompile(tests liquid_lines ${headers_of_tests})
