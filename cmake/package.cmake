# cpack makes a tarball and a .deb of what is installed: static programs, which need nothing from
# the system.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME agentcli)
set(CPACK_PACKAGE_VENDOR agentcli)
set(CPACK_PACKAGE_CONTACT "agentcli maintainers <agentcli@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "agent for the command line whose tools stay in one directory")
set(CPACK_PACKAGE_DESCRIPTION "agentcli lets a language model work in one directory of a machine, and nowhere
else. It sends a question to a model, on the same machine or at a provider
with an OpenAI-compatible API, runs the tools that the model calls, and
prints the answer.
.
The tools read, search and change files and run commands, each in a sandbox
(Landlock, seccomp). Each call is recorded, and changes can be undone. The
programs are static: they need no service, no account and no other package.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
  set(CPACK_SYSTEM_NAME linux-arm64)
else()
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
  set(CPACK_SYSTEM_NAME linux-amd64)
endif()
set(CPACK_PACKAGE_FILE_NAME agentcli-${PROJECT_VERSION}-${CPACK_SYSTEM_NAME})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# What Debian's policy asks of a package beside its programs.
set(CPACK_STRIP ${CMAKE_STRIP})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian/stage.cmake)
include(CPack)
