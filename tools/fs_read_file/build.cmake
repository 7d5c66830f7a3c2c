set_target_properties(fs_read_file PROPERTIES MANIFEST_FLAGS "--text")
