# Runs the command HONE, which prints a man page for each of PAGES in each of LANGUAGES, and a completion script for each
# shell, into the folder TO.
function(print_to file language)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=LC_MESSAGES LC_ALL=C.UTF-8 LANGUAGE=${language} ${HONE} ${ARGN}
    OUTPUT_FILE ${TO}/${file} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "hone ${ARGN} failed: ${status}")
  endif()
endfunction()

foreach(language ${LANGUAGES})
  file(MAKE_DIRECTORY ${TO}/${language})
  print_to(${language}/hone.1 ${language} help --man)
  foreach(page ${PAGES})
    print_to(${language}/hone-${page}.1 ${language} help --man ${page})
  endforeach()
endforeach()
print_to(hone.bash en completion bash)
print_to(_hone en completion zsh)
print_to(hone.fish en completion fish)
