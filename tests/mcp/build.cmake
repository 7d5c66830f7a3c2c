# A server that misbehaves on demand, for tests of the client.
add_executable(mcp_peer tests/mcp/peer.cpp)
target_link_libraries(mcp_peer PRIVATE toolkit)
precompile(tests mcp_peer ${headers_of_tests})
