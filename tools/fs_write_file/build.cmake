set_target_properties(fs_write_file PROPERTIES
  MANIFEST_FLAGS "--make-parents;--refuse-placeholders")
