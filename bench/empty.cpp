// Does nothing: what it costs to start a program and to wait for its end.
int main() { return 0; }
