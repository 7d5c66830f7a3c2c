# Every file that docs/modules.md names is there: as `ROOM/NAME`, and after that as `NAME` alone, up
# to the next name of a room, paragraph, item or row.
. "$(dirname "$0")/../shell.sh"
needs perl
cd "$source"
perl -ne '
  last if /^## Which room/;
  $room = undef unless /^  /;
  for my $name (/`([a-z_\/]+)`/g) {
    $room = $1 if $name =~ m{^((?:tools|toolkit|agent|runner|frontends)/[a-z_]+)};
    my $path = $name =~ m{/} ? $name : $room ? "$room/$name" : next;
    ++$count;
    print "$path\n" unless -d $path || -e "$path.hpp" || -e "$path.cpp";
  }
  END { print "only $count names\n" if $count < 50 }' docs/modules.md > "$dir/missing"
if [ -s "$dir/missing" ]; then
  cat "$dir/missing"
  fail 'docs/modules.md names these, and they are not there'
fi
