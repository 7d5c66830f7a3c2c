# Markdown, and the widths and categories of characters, for runner/screen.
find_path(CMARK_GFM_INCLUDE cmark-gfm-core-extensions.h REQUIRED)
find_path(UTF8PROC_INCLUDE utf8proc.h REQUIRED)
set(screen_libraries cmark-gfm-extensions cmark-gfm utf8proc)

add_rooms(runner runner_objects)
add_library(runner_work STATIC ${runner_objects})
target_link_libraries(runner_work PUBLIC agent ${screen_libraries} yaml)

add_executable(agentcli runner/main.cpp)
target_link_libraries(agentcli PRIVATE runner_work)
target_link_options(agentcli PRIVATE ${static_pie})

# The screen of a chat, alone: it knows nothing of the rest.
add_library(screen_work STATIC $<TARGET_OBJECTS:runner_screen>)
target_link_libraries(screen_work PUBLIC toolkit ${screen_libraries})
add_unit_tests(chat screen_work)

add_unit_tests(runner runner_work)
add_dependencies(runner_test mcp_peer)

# tests/runner/TOPIC/*.case are conversations with a scripted server: the sentences are in tests/runner/README.md.
add_executable(run_conversation tests/runner/run_conversation.cpp tests/runner/conversation_case.cpp
  tests/runner/responses_wire.cpp tests/runner/scripted_server.cpp tests/case.cpp)
target_include_directories(run_conversation PRIVATE tests)
target_link_libraries(run_conversation PRIVATE toolkit OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
target_link_options(run_conversation PRIVATE LINKER:--undefined=__wrap_OPENSSL_cpuid_setup) # it hashes nothing itself
precompile(tests run_conversation ${headers_of_tests})
file(GLOB conversations CONFIGURE_DEPENDS tests/runner/*/*.case)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${conversations})
foreach(case IN LISTS conversations)
  name_of_test(${case} name)
  add_test(NAME ${name} COMMAND run_conversation $<TARGET_FILE:agentcli> ${case})
  # Once more by the Responses API: what the model of a run says, unless the case is about the shapes of chat completions.
  file(READ ${case} text)
  if(text MATCHES "\n-- (model (says|calls)|reply 200)" AND text MATCHES "\n-- flags --\n(--|chat)" AND NOT text MATCHES "\n-- only chat completions --")
    add_test(NAME responses/${name} COMMAND run_conversation $<TARGET_FILE:agentcli> ${case} responses)
  endif()
endforeach()
