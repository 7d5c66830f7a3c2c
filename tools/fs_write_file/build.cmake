set_target_properties(fs_write_file PROPERTIES
  MANIFEST_FLAGS "--make-parents;--refuse-placeholders")
set_target_properties(fs_write_file PROPERTIES IN_CORE_MANIFEST ON)
