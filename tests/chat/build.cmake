# tests/chat/*.case are played on the screen of a chat: README.md beside them has the form.
find_path(VTERM_INCLUDE vterm.h REQUIRED)
add_executable(run_chat tests/chat/run_chat.cpp tests/chat/chat_peer.cpp
  tests/chat/emulator.cpp tests/chat/held_machine.cpp)
target_include_directories(run_chat PRIVATE tests .)
target_link_libraries(run_chat PRIVATE screen_work vterm)
precompile(tests run_chat ${headers_of_tests})

# A chat of agentcli with a scripted server, on the screen of a terminal.
add_library(live_chat STATIC tests/chat/live_chat.cpp tests/chat/emulator.cpp tests/case.cpp
  tests/runner/conversation_case.cpp tests/runner/scripted_server.cpp)
target_include_directories(live_chat PUBLIC tests .)
target_link_libraries(live_chat PUBLIC screen_work toolkit vterm OpenSSL::SSL OpenSSL::Crypto
  Threads::Threads)
# it hashes nothing itself
target_link_options(live_chat INTERFACE LINKER:--undefined=__wrap_OPENSSL_cpuid_setup)
target_compile_options(live_chat PRIVATE -O0) # as tests are

# tests/chat/live/*.case are such chats.
add_executable(run_live_chat tests/chat/run_live_chat.cpp)
target_link_libraries(run_live_chat PRIVATE live_chat)
precompile(tests run_live_chat ${headers_of_tests})
# A question waits half a second of real time for its answer: under the sanitizers more than that
# passes between two keys.
if(NOT SANITIZE)
  file(GLOB live_chats CONFIGURE_DEPENDS tests/chat/live/*.case)
endif()
foreach(case IN LISTS live_chats)
  name_of_test(${case} name)
  add_test(NAME ${name} COMMAND run_live_chat $<TARGET_FILE:agentcli> ${case})
endforeach()

# Draws the pictures of docs/pictures (scripts/record_chat.sh), and checks that they are up to date.
add_executable(record_chat tests/chat/record_chat.cpp tests/chat/chat_picture.cpp)
target_link_libraries(record_chat PRIVATE live_chat)
precompile(tests record_chat ${headers_of_tests})
if(NOT SANITIZE)
  add_test(NAME chat/pictures_are_up_to_date COMMAND record_chat $<TARGET_FILE:agentcli>
    ${CMAKE_SOURCE_DIR}/docs/pictures/chat.case ${CMAKE_SOURCE_DIR}/docs/pictures --check)
endif()

file(GLOB chats CONFIGURE_DEPENDS tests/chat/*.case)
foreach(case IN LISTS chats)
  name_of_test(${case} name)
  add_test(NAME ${name} COMMAND run_chat ${case})
endforeach()
# The screen as agentcli starts it, for scripts.
add_executable(chat_engine tests/chat/chat_engine.cpp)
target_link_libraries(chat_engine PRIVATE screen_work)
