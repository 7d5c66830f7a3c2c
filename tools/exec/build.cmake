# With these it confines nothing: tools.unrestricted.json has them.
set_target_properties(exec PROPERTIES UNRESTRICTED_FLAGS "--policy=unrestricted;--network=on")
