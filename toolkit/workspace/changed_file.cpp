#include "toolkit/workspace/changed_file.hpp"

namespace toolkit::workspace {

CallNotes& notes_of_call()
{
    static CallNotes notes;
    return notes;
}

}
