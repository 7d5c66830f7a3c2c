# What `cmake --install` installs, which is also what the packages contain. `product` builds it.
include(GNUInstallDirs)
set(data ${CMAKE_INSTALL_DATADIR})
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
add_custom_target(product DEPENDS ${tools} manifests)
install(TARGETS ${tools} RUNTIME)
if(TARGET agentcli)
  add_dependencies(product agentcli pages)
  install(TARGETS agentcli RUNTIME)
  install(DIRECTORY ${manual}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${pages}/agentcli.bash DESTINATION ${data}/bash-completion/completions
    RENAME agentcli)
  install(DIRECTORY ${pages}/bash/ DESTINATION ${data}/bash-completion/completions)
  install(DIRECTORY ${pages}/zsh/ DESTINATION ${data}/zsh/site-functions)
  install(FILES ${pages}/_agentcli DESTINATION ${data}/zsh/site-functions)
  install(DIRECTORY ${pages}/fish/ DESTINATION ${data}/fish/vendor_completions.d)
  install(FILES ${pages}/agentcli.fish DESTINATION ${data}/fish/vendor_completions.d)
  install(DIRECTORY cmake/systemd/ DESTINATION ${data}/systemd/user)
endif()
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/agentcli/ DESTINATION ${data}/agentcli)

# Pages link to each other by relative paths, so each file keeps its place in the source tree.
install(FILES README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md LICENSE action.yml
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples clients DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN __pycache__ EXCLUDE PATTERN node_modules EXCLUDE)
foreach(page bench/README.md bench/figures.txt tests/README.md tests/chat/README.md
    tests/runner/README.md)
  cmake_path(GET page PARENT_PATH place)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${place})
endforeach()
# The copyright files of the libraries that are in the programs, which scripts/sbom.sh collects.
install(DIRECTORY ${CMAKE_BINARY_DIR}/third-party DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
