# Markdown, and the widths and categories of characters, for frontends/screen.
find_path(CMARK_GFM_INCLUDE cmark-gfm-core-extensions.h REQUIRED)
set(screen_libraries cmark-gfm-extensions cmark-gfm utf8proc)

add_rooms(frontends frontends_objects)

# The screen of a chat with what it needs, alone: it knows nothing of the rest.
add_library(screen_work STATIC $<TARGET_OBJECTS:frontends_screen> $<TARGET_OBJECTS:agent_channel>
  $<TARGET_OBJECTS:agent_redaction> runner/terminal/style.cpp runner/terminal/verdict.cpp)
target_link_libraries(screen_work PUBLIC toolkit ${screen_libraries})
add_unit_tests(chat screen_work)
