#!/bin/bash
# Includes point down the layers only: app, then ui, then solvers; CUDA code sees the engine header alone.
cd "$1" || exit 1
status=0

# forbid WHERE PATTERN WHY
forbid () {
  if grep -rnE --include='*.[ch]' --include='*.cu' --include='*.cuh' "#[[:space:]]*include[[:space:]]*[<\"]$2" $1; then
    echo "^ $3"
    status=1
  fi
}

forbid solvers '(gtk/|gdk/|adwaita|cairo|pango|cuda)' 'solvers/ may use GLib only'
forbid solvers '(draw|model|views|pages|window|cli)/' 'solvers/ must not know ui/ or app/'
forbid ui/draw '(gtk/|gdk/|adwaita|model/|views/|pages/|window/)' 'ui/draw/ must work without a display'
forbid 'ui/model' '(views/|pages/|window/)' 'ui/model/ has no widgets'
forbid 'ui/views' '(pages/|window/)' 'ui/views/ must not know pages or the window'
forbid 'ui/pages' 'window/' 'ui/pages/ must not know the window'
forbid ui 'cli/' 'ui/ must not know app/'
forbid app/cli '(gtk/|gdk/|adwaita|model/|views/|pages/|window/)' 'seidel-cli has no window'
forbid cuda '(glib|gio|gtk|cairo|base/seidel-[^t]|matrix/|run/|method/|analysis/)' 'cuda/ sees the engine header only'
exit $status
