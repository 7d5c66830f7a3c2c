# The role `undo` of the manifests: commands of the operator undo changes by it.
set_target_properties(fs_undo PROPERTIES UNDOES ON)
