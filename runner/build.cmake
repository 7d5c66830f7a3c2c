file(GLOB command_sets RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS frontends/*/command.cpp
  runner/commands/command.cpp runner/generate/command.cpp)
set(SOURCES ${command_sets})
set(OUT ${CMAKE_BINARY_DIR}/command_sets.cpp)
include(cmake/command_sets.cmake)

add_rooms(runner runner_objects)
add_library(runner_work STATIC ${OUT} ${runner_objects} ${frontends_objects})
target_link_libraries(runner_work PUBLIC agent ${screen_libraries})

add_executable(agentcli runner/main.cpp)
target_link_libraries(agentcli PRIVATE runner_work)
target_link_options(agentcli PRIVATE ${static_pie})

add_unit_tests(runner runner_work)
add_dependencies(runner_test mcp_peer)

# tests/runner/TOPIC/*.case are conversations with a scripted server: the sentences are in
# tests/runner/README.md.
add_executable(run_conversation tests/runner/run_conversation.cpp tests/runner/conversation_case.cpp
  tests/runner/responses_wire.cpp tests/runner/scripted_server.cpp tests/case.cpp)
target_include_directories(run_conversation PRIVATE tests)
target_link_libraries(run_conversation PRIVATE toolkit OpenSSL::SSL OpenSSL::Crypto
  Threads::Threads)
# It hashes nothing itself.
target_link_options(run_conversation PRIVATE LINKER:--undefined=__wrap_OPENSSL_cpuid_setup)
precompile(tests run_conversation ${headers_of_tests})
file(GLOB conversations CONFIGURE_DEPENDS tests/runner/*/*.case)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${conversations})
foreach(case IN LISTS conversations)
  name_of_test(${case} name)
  add_test(NAME ${name} COMMAND run_conversation $<TARGET_FILE:agentcli> ${case})
  # Once more by the Responses API: what the model of a run says, unless the case is about the
  # shapes of chat completions.
  file(READ ${case} text)
  if(text MATCHES "\n-- (model (says|calls)|reply 200)" AND text MATCHES "\n-- flags --\n(--|chat)"
    AND NOT text MATCHES "\n-- only chat completions --")
    add_test(NAME responses/${name} COMMAND run_conversation $<TARGET_FILE:agentcli> ${case}
      responses)
  endif()
endforeach()
