# A model that works on code reads by lines: searches, compilers and patches name their numbers.
set_target_properties(fs_read_lines PROPERTIES IN_CORE_MANIFEST ON)
set_target_properties(fs_read_lines PROPERTIES ROLE read)
