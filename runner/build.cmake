add_rooms(runner runner_objects)
add_library(runner_work STATIC ${runner_objects})
target_link_libraries(runner_work PUBLIC agent)

add_executable(agentcli runner/main.cpp)
target_link_libraries(agentcli PRIVATE runner_work)
target_link_options(agentcli PRIVATE ${static_pie})

add_unit_tests(runner runner_work)
add_dependencies(runner_test mcp_peer)

# tests/runner/TOPIC/*.case are conversations with a scripted server: the sentences are in tests/runner/README.md.
add_executable(run_conversation tests/runner/run_conversation.cpp tests/runner/conversation_case.cpp
  tests/runner/scripted_server.cpp tests/case.cpp)
target_include_directories(run_conversation PRIVATE tests)
target_link_libraries(run_conversation PRIVATE toolkit OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
target_link_options(run_conversation PRIVATE LINKER:--undefined=__wrap_OPENSSL_cpuid_setup) # it hashes nothing itself
precompile(tests run_conversation ${headers_of_tests})
file(GLOB conversations CONFIGURE_DEPENDS tests/runner/*/*.case)
foreach(case IN LISTS conversations)
  name_of_test(${case} name)
  add_test(NAME ${name} COMMAND run_conversation $<TARGET_FILE:agentcli> ${case})
endforeach()
