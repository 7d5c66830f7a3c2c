target_sources(fs_edit_test PRIVATE tests/fs_edit/indented_edits.cpp
  tests/fs_edit/indented_files.cpp)
