# tests/chat/*.case are played on the screen of a chat: README.md beside them has the form.
find_path(VTERM_INCLUDE vterm.h REQUIRED)
add_executable(run_chat tests/chat/run_chat.cpp tests/chat/chat_peer.cpp
  tests/chat/emulator.cpp tests/chat/held_machine.cpp)
target_include_directories(run_chat PRIVATE tests .)
target_link_libraries(run_chat PRIVATE screen_work vterm)
precompile(tests run_chat ${headers_of_tests})
file(GLOB chats CONFIGURE_DEPENDS tests/chat/*.case)
foreach(case IN LISTS chats)
  name_of_test(${case} name)
  add_test(NAME ${name} COMMAND run_chat ${case})
endforeach()
# The screen as agentcli starts it, for scripts.
add_executable(chat_engine tests/chat/chat_engine.cpp)
target_link_libraries(chat_engine PRIVATE screen_work)
