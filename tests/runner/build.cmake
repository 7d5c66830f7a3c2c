# Reads files of YAML that come as lines of JSON: for suites.
add_executable(yaml_lines tests/runner/workflow/yaml_lines.cpp runner/workflow/yaml.cpp
  runner/workflow/yaml_scalar.cpp)
target_link_libraries(yaml_lines PRIVATE toolkit yaml)
precompile(tests yaml_lines ${headers_of_tests})
