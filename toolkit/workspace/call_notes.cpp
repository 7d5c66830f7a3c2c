#include "toolkit/workspace/call_notes.hpp"

namespace toolkit::workspace {

CallNotes& notes_of_call()
{
    static CallNotes notes;
    return notes;
}

}
