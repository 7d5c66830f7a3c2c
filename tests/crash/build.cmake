target_sources(crash_test PRIVATE tests/crash/victim.cpp)
