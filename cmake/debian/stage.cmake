# Run by cpack on the files of a package before it is packed: gives those of the .deb the places and
# forms that Debian's policy asks for. The tarball is left as it is installed.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(docs ${root}/share/doc/agentcli)
if(NOT IS_DIRECTORY ${docs})
  message(FATAL_ERROR "there is no ${docs}")
endif()
function(compress)
  execute_process(COMMAND gzip -9n ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB programs ${root}/bin/*)
execute_process(COMMAND ${CPACK_STRIP} --remove-section=.comment ${programs}
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB pages ${root}/share/man/man1/*.1)
compress(${pages})

# zsh of Debian reads vendor-completions for packages; site-functions is the administrator's.
file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)

# The page that others link to stays; changelog.gz is where people and apt look for it.
file(COPY_FILE ${docs}/CHANGELOG.md ${docs}/changelog)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${docs}/changelog.Debian "agentcli (${version}) unstable; urgency=medium

  * Package of agentcli ${CPACK_PACKAGE_VERSION}, as its sources make it;
    changelog.gz says what is new in it.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
compress(${docs}/changelog ${docs}/changelog.Debian)

# The license is in the file that Debian has for it; links of pages lead there.
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/copyright ${docs}/copyright)
file(REMOVE ${docs}/LICENSE)
file(CREATE_LINK copyright ${docs}/LICENSE SYMBOLIC)

file(MAKE_DIRECTORY ${root}/share/lintian/overrides)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${root}/share/lintian/overrides/agentcli)
