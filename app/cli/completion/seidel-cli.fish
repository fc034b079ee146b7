# Completion of seidel-cli in fish: the program lists the candidates beside files.
# SPDX-License-Identifier: GPL-3.0-or-later
complete -c seidel-cli -a '(seidel-cli complete (commandline -opc)[2..-1] (commandline -ct) 2> /dev/null)'
