# A server that misbehaves on demand, for tests of the client.
add_executable(mcp_peer tests/mcp/peer.cpp)
target_link_libraries(mcp_peer PRIVATE toolkit)
precompile(tests mcp_peer ${headers_of_tests})

# Its 39 scenarios run at once, and a client that gets no answer for 5 s takes the server for an
# older one.
set_tests_properties(mcp/conformance_client PROPERTIES RUN_SERIAL TRUE)
