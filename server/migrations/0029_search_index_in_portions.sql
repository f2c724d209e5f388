-- Whoever renames a person entered each of some sixty trigrams into the search index for themselves: two fifths of what
-- the change took. They now wait in a list, which is entered as a whole, each trigram once. The list is the shortest
-- there is (in kilobytes): a search reads it beside the index, and by default it grows until searches are many times
-- slower.
alter index profiles_search set (fastupdate = on, gin_pending_list_limit = 64);
