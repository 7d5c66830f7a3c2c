# The library touches neither argv nor its own descriptors 0 to 2: tests/agent/touches_no_stream.sh.
add_rooms(agent agent_objects)
add_library(agent STATIC ${agent_objects})
target_link_libraries(agent PUBLIC toolkit utf8proc
  PRIVATE OpenSSL::SSL OpenSSL::Crypto Threads::Threads ${RE2_STATIC_LDFLAGS})

add_unit_tests(agent agent)
add_dependencies(agent_test mcp_peer)

# As one unit in a unity build: two of them would compile Boost.Asio twice.
set_target_properties(agent_model PROPERTIES UNITY_BUILD_BATCH_SIZE 48)
set_target_properties(agent_test PROPERTIES UNITY_BUILD_BATCH_SIZE 32)
